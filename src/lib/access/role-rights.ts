// What the roles of the signed-in user allow, so that pages show only what fits: requests, documents, directions. The
// server checks it again.
import type { Role } from '../../../contract/access/access.ts';
import { ACTIONS, type ActionTitle, STANDING_ACTIONS } from '../../../contract/access/actions.ts';

/** Whether the first role, the one that decides, works on requests of buyers. */
export const hasRequests = ([role]: readonly Role[]): boolean =>
  role?.actions?.some(({ title }) => title === STANDING_ACTIONS.requests) === true;

interface Pair {
  readonly directing: { readonly id: number };
  readonly task: { readonly id: number };
}

type Roles = readonly Role[];

type Directing = Role['directings'][number];

/** Directions of the first role: the one that decides. */
export const directingsOf = (roles: Roles): readonly Directing[] => roles[0]?.directings ?? [];

export function actionsOn(roles: Roles, { directing, task }: Pair): ReadonlySet<string> {
  const tasks = directingsOf(roles).find(({ id }) => id === directing.id)?.tasks ?? [];
  return new Set(tasks.find(({ id }) => id === task.id)?.actions.map(({ title }) => title));
}

/** Whether the first role sees documents of any pair. */
export const hasDocuments = (roles: Roles): boolean => directingsOf(roles).some(({ tasks }) => tasks.length > 0);

/** The directions with a type whose documents the user may do this with, and only those types. */
export const directingsWith = (roles: Roles, action: ActionTitle): readonly Directing[] =>
  directingsOf(roles)
    .map((directing) => ({
      ...directing,
      tasks: directing.tasks.filter(({ actions }) => actions.some(({ title }) => title === action)),
    }))
    .filter(({ tasks }) => tasks.length > 0);

export const mayCreate = (roles: Roles): boolean => directingsWith(roles, ACTIONS.create).length > 0;
