import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { NamedPerson } from '../../../contract/docflow-list.ts';
import { NARROWING_FILTERS } from '../../../contract/document-lists.ts';
import type { Viewer } from '../../lib/docflow/acts.ts';
import { documentList } from '../../lib/docflow/document-texts.ts';
import { listTexts as texts } from '../../lib/docflow/list-texts.ts';
import { type DocumentQuery, withoutNarrowing } from '../../lib/docflow/query.ts';
import { Button } from '../ui/Button.tsx';
import { chunk } from '../ui/chunk.tsx';
import { FilterForm, useFilterWords } from '../ui/FilterForm.tsx';
import { FilterChips } from './list/FilterChips.tsx';

const FilterSheet = chunk(() => import('./list/FilterSheet.tsx'), null);

interface Props {
  readonly query: DocumentQuery;
  readonly viewer: Viewer | null;
  readonly people: readonly NamedPerson[];
  readonly found: number | null;
  readonly busy: boolean;
  readonly onChange: (query: DocumentQuery) => void;
  /** Further controls beside the words. */
  readonly children: ReactNode;
}

/** What the list is narrowed by; every choice goes into the address at once, words when they are sent. */
export function ListFilters({ query, viewer, people, found, busy, onChange, children }: Props) {
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
        onSubmit={() => change({})}
      >
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
