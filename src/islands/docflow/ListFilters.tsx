import type { Viewer } from '../../lib/docflow/acts.ts';
import { stateNames, documentList as texts } from '../../lib/docflow/document-texts.ts';
import { type DocumentQuery, isNarrowed } from '../../lib/docflow/query.ts';
import { directingsOf } from '../../lib/docflow/rights.ts';
import { Button } from '../ui/Button.tsx';
import { FilterForm, useFilterWords } from '../ui/FilterForm.tsx';

interface Props {
  readonly query: DocumentQuery;
  readonly viewer: Viewer | null;
  readonly busy: boolean;
  readonly onChange: (query: DocumentQuery) => void;
}

interface Choice {
  readonly id: number | string;
  readonly title: string;
}

const STATES: readonly Choice[] = Object.entries(stateNames).map(([id, title]) => ({ id, title }));

/** What the list is narrowed by; every choice goes into the address at once, words when they are sent. */
export function ListFilters({ query, viewer, busy, onChange }: Props) {
  const words = useFilterWords(query.search);
  const directings = directingsOf(viewer?.roles ?? []);
  const change = (next: DocumentQuery) => onChange({ ...query, search: words.typed(), ...next });

  return (
    <FilterForm
      label={texts.filters}
      words={words}
      wordsLabel={texts.searchLabel}
      submitLabel={texts.search}
      busy={busy}
      onSubmit={() => change({})}
    >
      <Select
        label={texts.directing}
        any={texts.anyDirecting}
        choices={directings}
        value={query.directing}
        onChange={(directing) => change({ directing, task: keptTask(directings, directing, query.task) })}
      />
      <Select
        label={texts.task}
        any={texts.anyTask}
        choices={tasksOf(directings, query.directing)}
        value={query.task}
        onChange={(task) => change({ task })}
      />
      <Select
        label={texts.state}
        any={texts.anyState}
        choices={STATES}
        value={query.state}
        onChange={(state) => change({ state })}
      />
      {isNarrowed(query) && (
        <Button
          kind="quiet"
          onClick={() => onChange({ ...query, search: '', directing: '', task: '', state: '' })}
        >
          {texts.reset}
        </Button>
      )}
    </FilterForm>
  );
}

type Directings = ReturnType<typeof directingsOf>;

/** Types of the chosen direction, or of all of them, each once. */
function tasksOf(directings: Directings, directing: string | undefined): Choice[] {
  const chosen = directings.filter(({ id }) => !directing || String(id) === directing);
  return [...new Map(chosen.flatMap(({ tasks }) => tasks.map((task) => [task.id, task]))).values()];
}

/** The chosen type, as far as the direction has it. */
const keptTask = (directings: Directings, directing: string, task: string | undefined): string =>
  tasksOf(directings, directing).some(({ id }) => String(id) === task) ? (task ?? '') : '';

interface SelectProps {
  readonly label: string;
  readonly any: string;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

function Select({ label, any, choices, value = '', onChange }: SelectProps) {
  // A value of the address that is not among the choices stays what it is, by its number.
  const isKnown = value === '' || choices.some(({ id }) => String(id) === value);
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{any}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {choices.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
