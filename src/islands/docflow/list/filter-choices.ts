import type { directingsOf } from '../../../lib/docflow/rights.ts';
import type { Choice } from '../../../lib/lists/find-choices.ts';

type Directings = ReturnType<typeof directingsOf>;

/** Types of the chosen direction, or of all of them, each once. */
export function tasksOf(directings: Directings, directing: string | undefined): Choice[] {
  const chosen = directings.filter(({ id }) => !directing || String(id) === directing);
  return [...new Map(chosen.flatMap(({ tasks }) => tasks.map((task) => [task.id, task]))).values()];
}

/** The chosen type, as far as the direction has it. */
export const keptTask = (directings: Directings, directing: string, task: string | undefined): string =>
  tasksOf(directings, directing).some(({ id }) => String(id) === task) ? (task ?? '') : '';
