import type { Viewer } from '../../lib/docflow/acts.ts';
import { stateNames, documentList as texts } from '../../lib/docflow/document-texts.ts';
import { type DocumentQuery, isNarrowed } from '../../lib/docflow/query.ts';
import { directingsOf } from '../../lib/docflow/rights.ts';
import { FilterForm, useFilterWords } from '../ui/FilterForm.tsx';
import { type Choice, FilterSelect } from '../ui/FilterSelect.tsx';

interface Props {
  readonly query: DocumentQuery;
  readonly viewer: Viewer | null;
  readonly busy: boolean;
  readonly onChange: (query: DocumentQuery) => void;
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
      reset={
        isNarrowed(query)
          ? {
              label: texts.reset,
              onReset: () => onChange({ ...query, search: '', directing: '', task: '', state: '' }),
            }
          : undefined
      }
    >
      <FilterSelect
        label={texts.directing}
        any={texts.anyDirecting}
        choices={directings}
        value={query.directing}
        onChange={(directing) => change({ directing, task: keptTask(directings, directing, query.task) })}
      />
      <FilterSelect
        label={texts.task}
        any={texts.anyTask}
        choices={tasksOf(directings, query.directing)}
        value={query.task}
        onChange={(task) => change({ task })}
      />
      <FilterSelect
        label={texts.state}
        any={texts.anyState}
        choices={STATES}
        value={query.state}
        onChange={(state) => change({ state })}
      />
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
