// All filters of the list of documents, beside it or, on a phone, over it; each choice applies at once. The few always
// in sight are in ListFilters.tsx.
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { NamedPerson } from '../../../../contract/documents/lists.ts';
import { directingsOf } from '../../../lib/access/role-rights.ts';
import { personName, stateNames, documentList as words } from '../../../lib/documents/document-texts.ts';
import { type DocumentQuery, isNarrowed } from '../../../lib/documents/list-query.ts';
import { listCalls } from '../../../lib/documents/list-store.ts';
import { orderNames, listTexts as texts } from '../../../lib/documents/list-texts.ts';
import { keptTask, tasksOf, type Viewer } from '../../../lib/documents/permissions.ts';
import { createPeopleSearch } from '../../../lib/documents/signatories.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import type { Choice } from '../../../lib/ui/long-lists.ts';
import { FilterSelect } from '../../ui/ChoiceSelect.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Button } from '../../ui/controls.tsx';
import { PeriodFilter } from '../../ui/FilterForm.tsx';
import { PersonOption } from '../DocumentTags.tsx';

interface Props {
  readonly query: DocumentQuery;
  readonly viewer: Viewer | null;
  readonly people: readonly NamedPerson[];
  /** Number of documents found; null: unknown. */
  readonly found: number | null;
  readonly onChange: (change: DocumentQuery) => void;
  readonly onReset: () => void;
  readonly onClose: () => void;
}

/** Both stages together are a choice only of addresses and views that have it already. */
const statesFor = (value: string | undefined): readonly Choice[] =>
  Object.entries(stateNames).flatMap(([id, title]) => (id === 'pending' && value !== id ? [] : [{ id, title }]));

export default function FilterSheet({ query, viewer, people, found, onChange, onReset, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const directings = directingsOf(viewer?.roles ?? []);
  const person = { people, self: viewer?.uid ?? null };
  return (
    <dialog ref={dialog} className="filter-sheet" aria-labelledby="filter-heading" onClose={onClose}>
      <h2 id="filter-heading">{texts.filters}</h2>
      <div className="stack gap-12">
        <FilterSelect
          label={words.directing}
          any={words.anyDirecting}
          choices={directings}
          value={query.directing}
          onChange={(directing) => onChange({ directing, task: keptTask(directings, directing, query.task) })}
        />
        <FilterSelect
          label={words.task}
          any={words.anyTask}
          choices={tasksOf(directings, query.directing)}
          value={query.task}
          onChange={(task) => onChange({ task })}
        />
        <FilterSelect
          label={words.state}
          any={words.anyState}
          choices={statesFor(query.state)}
          value={query.state}
          onChange={(state) => onChange({ state })}
        />
        <PersonFilter
          label={texts.creator}
          value={query.creator}
          {...person}
          onChange={(creator) => onChange({ creator })}
        />
        <PersonFilter
          label={texts.signatory}
          value={query.signatory}
          {...person}
          onChange={(signatory) => onChange({ signatory })}
        />
        <PersonFilter label={texts.asked} value={query.asked} {...person} onChange={(asked) => onChange({ asked })} />
        <fieldset className="filter-days">
          <legend className="muted small">{texts.created}</legend>
          <PeriodFilter texts={texts} value={query} onChange={onChange} />
        </fieldset>
        <label className="view-default line middle gap-8">
          <input
            type="checkbox"
            checked={query.overdue === '1'}
            onChange={({ target }) => onChange({ overdue: target.checked ? '1' : '' })}
          />
          {texts.overdue}
        </label>
        <label className="filter-order">
          <span className="muted small">{texts.sort}</span>
          <select value={query.sort ?? ''} onChange={({ target }) => onChange({ sort: target.value })}>
            {!orderNames.some(([sort]) => sort === (query.sort ?? '')) && (
              <option value={query.sort}>{texts.sort}</option>
            )}
            {orderNames.map(([sort, title]) => (
              <option key={sort} value={sort}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="filter-sheet-foot">
        <p role="status" className="filter-sheet-found below-8">
          {found !== null && texts.found(found)}
        </p>
        <div className="buttons">
          {isNarrowed(query) && <Button onClick={onReset}>{words.reset}</Button>}
          <Button kind="main" onClick={() => dialog.current?.close()}>
            {texts.ready}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

interface PersonFilterProps {
  readonly label: string;
  /** uid; none: anyone. */
  readonly value: string | undefined;
  /** Uid of the viewer. */
  readonly self: string | null;
  readonly people: readonly NamedPerson[];
  readonly onChange: (uid: string) => void;
}

function PersonFilter({ label, value, self, people, onChange }: PersonFilterProps) {
  const [search] = useState(() => createPeopleSearch(listCalls.people));
  const { phase, people: found, failure } = useStore(search.$people);
  if (value) {
    const known = people.find(({ uid }) => uid === value);
    const name = known ? personName(known) : value === self ? texts.me : value;
    return (
      <div className="filter-person left stack gap-4">
        <span className="muted small">{label}</span>
        <Button className="filter-chip" aria-label={texts.without(`${label}: ${name}`)} onClick={() => onChange('')}>
          {name}
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
    );
  }
  const said = failure ? failureText(failure) : phase === 'asking' ? texts.asking : texts.noneFound;
  return (
    <div className="filter-person left stack gap-4">
      <Combobox
        label={label}
        placeholder={texts.personPlaceholder}
        listLabel={texts.peopleFound}
        items={found}
        keyOf={({ uid }) => uid}
        draw={(person) => <PersonOption name={personName(person)}>{person.position}</PersonOption>}
        note={
          found.length === 0 && (
            <p role="status" className="combobox-note muted">
              {said}
            </p>
          )
        }
        onText={search.type}
        onChoose={({ uid }) => onChange(uid)}
      />
      {self && (
        <Button kind="quiet" aria-label={`${label}: ${texts.me}`} onClick={() => onChange(self)}>
          {texts.me}
        </Button>
      )}
    </div>
  );
}
