import { OWN_WORD_KINDS } from '../../../contract/word-kinds.ts';
import { addressOf, type WordQuery } from '../../lib/search-words/queries.ts';
import { words as texts } from '../../lib/search-words/search-word-texts.ts';
import { FilterForm, useFilterWords } from '../ui/FilterForm.tsx';
import { FilterSelect } from '../ui/FilterSelect.tsx';

const KINDS = OWN_WORD_KINDS.map((id) => ({ id, title: texts.kinds[id] }));

interface Props {
  readonly query: WordQuery;
  readonly busy: boolean;
  readonly onChange: (query: WordQuery) => void;
}

/** What the dictionary is narrowed by; a choice goes into the address at once, words when they are sent. */
export function WordFilters({ query, busy, onChange }: Props) {
  const words = useFilterWords(query.query);
  const change = (next: WordQuery) => onChange({ ...query, query: words.typed(), ...next });

  return (
    <FilterForm
      label={texts.filters}
      words={words}
      wordsLabel={texts.search}
      submitLabel={texts.find}
      busy={busy}
      onSubmit={() => change({})}
      reset={addressOf(query) === '' ? undefined : { label: texts.reset, onReset: () => onChange({}) }}
    >
      <FilterSelect
        label={texts.kind}
        any={texts.anyKind}
        choices={KINDS}
        value={query.kind}
        onChange={(kind) => change({ kind })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={query.own === '1'}
          onChange={({ target }) => change({ own: target.checked ? '1' : '' })}
        />
        <span>{texts.own}</span>
      </label>
    </FilterForm>
  );
}
