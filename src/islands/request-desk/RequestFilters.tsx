import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { REQUEST_STATES } from '../../../contract/request-states.ts';
import { STATES, requests as texts } from '../../lib/request-desk/desk-texts.ts';
import { queryText, type RequestQuery } from '../../lib/request-desk/query.ts';
import { FilterForm, useFilterWords } from '../ui/FilterForm.tsx';
import { FilterSelect } from '../ui/FilterSelect.tsx';
import { PeriodFilter } from '../ui/PeriodFilter.tsx';

interface Props {
  readonly query: RequestQuery;
  readonly busy: boolean;
  readonly onChange: (query: RequestQuery) => void;
}

/** What the list is narrowed by; a choice goes into the address at once, words when they are sent. */
export function RequestFilters({ query, busy, onChange }: Props) {
  const words = useFilterWords(query.search);
  const change = (next: RequestQuery) => onChange({ ...query, search: words.typed(), ...next });

  return (
    <FilterForm
      label={texts.filters}
      words={words}
      wordsLabel={texts.search}
      wordsMax={SEARCH_QUERY_MAX}
      submitLabel={texts.find}
      busy={busy}
      onSubmit={() => change({})}
      reset={queryText(query) === '' ? undefined : { label: texts.reset, onReset: () => onChange({}) }}
    >
      <FilterSelect
        label={texts.state}
        any={texts.anyState}
        choices={REQUEST_STATES.map((state) => ({ id: state, title: STATES[state] }))}
        value={query.state}
        onChange={(state) => change({ state })}
      />
      <PeriodFilter texts={texts} value={query} onChange={change} />
    </FilterForm>
  );
}
