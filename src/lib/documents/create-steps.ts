// The steps before the form of a new document: which direction and type the user has chosen, out of those that the
// roles allow.
import type { Role } from '../../../contract/access/access.ts';
import { paths } from '../platform/paths.ts';
import { $router } from '../platform/router.ts';

type Directing = Role['directings'][number];
type Task = Directing['tasks'][number];

/** A choice, with the address of the next step. */
export interface StepOption {
  readonly id: number;
  readonly title: string;
  readonly href: string;
}

interface Asking {
  readonly options: readonly StepOption[];
  /** Code of the mistake in the choice of the address; '': none. */
  readonly error: string;
  /** Address of the previous step; null: this is the first. */
  readonly previous: string | null;
}

/** The step of a new document: direction or type is to be chosen, or both are known. */
export type Step =
  | ({ readonly at: 'directing' } & Asking)
  | ({ readonly at: 'task'; readonly directing: Directing } & Asking)
  | {
      readonly at: 'form';
      readonly directing: Directing;
      readonly task: Task;
      readonly previous: string | null;
      /** Address where another pair is chosen; null: there is only this one. */
      readonly change: string | null;
    };

type Search = Readonly<Record<string, string>>;

const option = ({ id, title }: { id: number; title: string }, href: string): StepOption => ({ id, title, href });
const chosen = <T extends { readonly id: number }>(rows: readonly T[], id: string | undefined): T | undefined =>
  rows.length === 1 ? rows[0] : rows.find((row) => String(row.id) === id);

/** The step of an address, among directions and types that may be created; a single choice is made without asking. */
export function stepOf(directings: readonly Directing[], search: Search): Step {
  const first = directings.length > 1 ? paths.documentCreate : null;
  const directing = chosen(directings, search.directing);
  if (!directing) {
    return {
      at: 'directing',
      options: directings.map((one) => option(one, paths.documentOf(one.id))),
      error: search.directing === undefined ? '' : 'invalid directing id',
      previous: null,
    };
  }
  const task = chosen(directing.tasks, search.task);
  if (!task) {
    return {
      at: 'task',
      directing,
      options: directing.tasks.map((one) => option(one, paths.documentOf(directing.id, one.id))),
      error: search.task === undefined ? '' : 'invalid task id',
      previous: first,
    };
  }
  const previous = directing.tasks.length > 1 ? paths.documentOf(directing.id) : first;
  return { at: 'form', directing, task, previous, change: previous };
}

interface Named {
  readonly id: number;
  readonly title: string;
}

/** A type of documents in its direction, and where a document of it is begun. */
export interface RecentType {
  readonly directing: Named;
  readonly task: Named;
  readonly address: string;
}

const RECENT_TYPES = 3;

/** The first types of these documents, each once, among those that may be created. */
export function offeredTypes(
  documents: readonly Pick<RecentType, 'directing' | 'task'>[],
  directings: readonly Directing[],
): readonly RecentType[] {
  const allowed = new Set(directings.flatMap(({ id, tasks }) => tasks.map((task) => paths.documentOf(id, task.id))));
  const byAddress = new Map<string, RecentType>();
  for (const { directing, task } of documents) {
    const address = paths.documentOf(directing.id, task.id);
    if (allowed.has(address) && !byAddress.has(address)) byAddress.set(address, { directing, task, address });
  }
  return [...byAddress.values()].slice(0, RECENT_TYPES);
}

/** Counts the steps taken in this tab, so that «back» of the page and of the browser agree. */
export function createSteps() {
  let taken = 0;
  return {
    forth: (): void => {
      taken += 1;
    },
    /** One step back; from the first one to the page before the form. */
    back(previous: string | null): void {
      if (previous === null) taken = 0;
      if (taken > 0 || (previous === null && history.length > 1)) {
        taken = Math.max(0, taken - 1);
        history.back();
      } else $router.open(previous ?? paths.docflow, true);
    },
  };
}
