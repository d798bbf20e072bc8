import { auditTitle } from '../../../contract/audit-words.ts';
import { eventsOf, GROUPS } from '../../lib/journal/groups.ts';
import { journal as texts } from '../../lib/journal/journal-texts.ts';
import { type JournalQuery, queryText } from '../../lib/journal/query.ts';
import { FilterForm, useFilterWords } from '../ui/FilterForm.tsx';
import { PeriodFilter } from '../ui/PeriodFilter.tsx';

/** Longest words that are looked for, characters. */
const WORDS_MAX = 200;

interface Props {
  readonly query: JournalQuery;
  readonly busy: boolean;
  readonly onChange: (query: JournalQuery) => void;
}

/** What the journal is narrowed by; a choice goes into the address at once, words when they are sent. */
export function JournalFilters({ query, busy, onChange }: Props) {
  const words = useFilterWords(query.search);
  const change = (next: JournalQuery) => onChange({ ...query, search: words.typed(), ...next });

  return (
    <FilterForm
      label={texts.filters}
      words={words}
      wordsLabel={texts.search}
      wordsMax={WORDS_MAX}
      submitLabel={texts.find}
      busy={busy}
      onSubmit={() => change({})}
      reset={queryText(query) === '' ? undefined : { label: texts.reset, onReset: () => onChange({}) }}
    >
      <select
        aria-label={texts.event}
        value={query.event ?? ''}
        onChange={({ target }) => change({ event: target.value })}
      >
        <option value="">{texts.anyEvent}</option>
        {GROUPS.map((group) => (
          <optgroup key={group} label={texts.groups[group]}>
            {eventsOf(group).map((event) => (
              <option key={event} value={event}>
                {auditTitle(event)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <PeriodFilter texts={texts} value={query} onChange={change} />
    </FilterForm>
  );
}
