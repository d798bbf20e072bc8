// The search and filters above the list of documents; a choice goes into the address at once, words when they are sent.
// The rest are in FilterSheet.tsx.
import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { StateFilter } from '../../../../contract/documents/documents.ts';
import type { NamedPerson } from '../../../../contract/documents/lists.ts';
import { NARROWING_FILTERS, type NarrowingName } from '../../../../contract/documents/words.ts';
import { directingsOf } from '../../../lib/access/role-rights.ts';
import { documentList, personName, stateNames } from '../../../lib/documents/document-texts.ts';
import { type DocumentQuery, withoutNarrowing } from '../../../lib/documents/list-query.ts';
import { dayText, listTexts as texts } from '../../../lib/documents/list-texts.ts';
import { tasksOf, type Viewer } from '../../../lib/documents/permissions.ts';
import { chunk } from '../../ui/chunk.tsx';
import { Button } from '../../ui/controls.tsx';
import { FilterForm, useFilterWords } from '../../ui/FilterForm.tsx';

const FilterSheet = chunk(() => import('./FilterSheet.tsx'), null);

interface ListFiltersProps {
  readonly query: DocumentQuery;
  readonly viewer: Viewer | null;
  readonly people: readonly NamedPerson[];
  readonly found: number | null;
  readonly busy: boolean;
  readonly onChange: (query: DocumentQuery) => void;
  readonly children: ReactNode;
}

export function ListFilters({ query, viewer, people, found, busy, onChange, children }: ListFiltersProps) {
  const words = useFilterWords(query.search);
  const [isOpen, setOpen] = useState(false);
  const change = (next: DocumentQuery) => onChange({ ...query, search: words.typed(), ...next });
  const reset = () => {
    words.clear();
    onChange(withoutNarrowing(query));
  };
  const count = NARROWING_FILTERS.filter((name) => name !== 'search' && query[name]).length;

  return (
    <>
      <FilterForm
        label={documentList.filters}
        words={words}
        wordsLabel={documentList.searchLabel}
        submitLabel={documentList.search}
        busy={busy}
        onSubmit={() => change({})}>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <ListFilter size={18} aria-hidden="true" />
          {count > 0 ? texts.filtersCount(count) : texts.filters}
        </Button>
        {children}
      </FilterForm>
      <FilterChips
        query={query}
        viewer={viewer}
        people={people}
        onChange={(next) => {
          if (next.search === '') words.clear();
          change(next);
        }}
        onReset={reset}
      />
      {isOpen && (
        <FilterSheet
          query={query}
          viewer={viewer}
          people={people}
          found={found}
          onChange={change}
          onReset={reset}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface FilterChipsProps {
  readonly query: DocumentQuery;
  readonly viewer: Viewer | null;
  readonly people: readonly NamedPerson[];
  readonly onChange: (change: DocumentQuery) => void;
  readonly onReset: () => void;
}

function FilterChips({ query, viewer, people, onChange, onReset }: FilterChipsProps) {
  const set = NARROWING_FILTERS.filter((name) => query[name]);
  if (set.length === 0) return null;
  return (
    <ul className="filter-chips gap-8 below-8 row middle" aria-label={texts.chips}>
      {set.map((name) => {
        const text = `${texts.narrowing[name]}${name === 'overdue' ? '' : `: ${valueText(name, query[name] ?? '', viewer, people)}`}`;
        return (
          <li key={name}>
            <Button className="filter-chip" aria-label={texts.without(text)} onClick={() => onChange({ [name]: '' })}>
              <span>{text}</span>
              <X size={16} aria-hidden="true" />
            </Button>
          </li>
        );
      })}
      {set.length > 1 && (
        <li>
          <Button kind="quiet" onClick={onReset}>
            {documentList.reset}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** The title or name of a filter's value; the value itself where it is unknown. */
function valueText(name: NarrowingName, value: string, viewer: Viewer | null, people: readonly NamedPerson[]): string {
  const directings = directingsOf(viewer?.roles ?? []);
  const titled = (list: readonly { readonly id: number | string; readonly title: string }[]) =>
    list.find(({ id }) => String(id) === value)?.title ?? value;
  switch (name) {
    case 'directing':
      return titled(directings);
    case 'task':
      return titled(tasksOf(directings, undefined));
    case 'state':
      return stateNames[value as StateFilter] ?? value;
    case 'creator':
    case 'asked':
    case 'signatory': {
      const known = people.find(({ uid }) => uid === value);
      return known ? personName(known) : value;
    }
    case 'from':
    case 'to':
      return Number.isNaN(Date.parse(value)) ? value : dayText(`${value}T12:00:00Z`);
    default:
      return value;
  }
}
