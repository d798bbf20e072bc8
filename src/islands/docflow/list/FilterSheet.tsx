import { useEffect, useRef } from 'react';
import type { NamedPerson } from '../../../../contract/docflow-list.ts';
import type { Viewer } from '../../../lib/docflow/acts.ts';
import { stateNames, documentList as words } from '../../../lib/docflow/document-texts.ts';
import { orderNames, listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import { type DocumentQuery, isNarrowed } from '../../../lib/docflow/query.ts';
import { directingsOf } from '../../../lib/docflow/rights.ts';
import type { Choice } from '../../../lib/lists/find-choices.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterSelect } from '../../ui/FilterSelect.tsx';
import { PeriodFilter } from '../../ui/PeriodFilter.tsx';
import { keptTask, tasksOf } from './filter-choices.ts';
import { PersonFilter } from './PersonFilter.tsx';

interface Props {
  readonly query: DocumentQuery;
  readonly viewer: Viewer | null;
  readonly people: readonly NamedPerson[];
  /** How many documents there are now; null: not known. */
  readonly found: number | null;
  readonly onChange: (change: DocumentQuery) => void;
  readonly onReset: () => void;
  readonly onClose: () => void;
}

const STATES: readonly Choice[] = Object.entries(stateNames).map(([id, title]) => ({ id, title }));

/** Everything that the list is narrowed by, beside the list or, on a phone, over it; each choice counts at once. */
export default function FilterSheet({ query, viewer, people, found, onChange, onReset, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const directings = directingsOf(viewer?.roles ?? []);
  const person = { people, self: viewer?.uid ?? null };
  return (
    <dialog ref={dialog} className="filter-sheet" aria-labelledby="filter-heading" onClose={onClose}>
      <h2 id="filter-heading">{texts.filters}</h2>
      <div className="filter-sheet-fields">
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
          choices={STATES}
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
        <fieldset className="filter-days">
          <legend className="filter-label">{texts.created}</legend>
          <PeriodFilter texts={texts} value={query} onChange={onChange} />
        </fieldset>
        <label className="view-default">
          <input
            type="checkbox"
            checked={query.overdue === '1'}
            onChange={({ target }) => onChange({ overdue: target.checked ? '1' : '' })}
          />
          {texts.overdue}
        </label>
        <label className="filter-order">
          <span className="filter-label">{texts.sort}</span>
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
        <p role="status" className="filter-sheet-found">
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
