import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { AccessConflict, AccessRestore } from '../../../contract/access/access.ts';
import { MessageAnswer } from '../../../contract/answers.ts';
import { ACCESS_CHANGE_SHOWN } from '../../../contract/limits.ts';
import {
  auditActor,
  badRequest,
  notFound,
  readId,
  requiredVersion,
  requireEditor,
  versionTag,
} from '../../platform/http/request.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import type { PeopleContext } from '../profiles/context.ts';
import { type AccessTitles, accessVersion, readAccessTitles, storedRights } from '../roles/rights-store.ts';
import {
  type Cells,
  cellNames,
  cellsOnlyIn,
  countCells,
  NOWHERE,
  type RightsTree,
  standingEntry,
} from '../roles/rights-tree.ts';
import { reportSaved, saveRights } from './save.ts';

/** Earlier states of the rights of a role: what they differ in, and the way back, for administrators. */
export function restoreRoutes({ database, trail, clock }: PeopleContext): FastifyPluginAsyncTypebox {
  const params = Type.Object({ id: Type.String() });

  async function earlier(text: string): Promise<Earlier> {
    const id = readId(text);
    if (!id) throw badRequest('invalid access change id');
    const found = await earlierRights(database.read, id);
    if (found === 'no change') throw notFound('access change not found');
    if (found === 'no role') throw notFound('role not found');
    return found;
  }

  return async (app) => {
    app.get(
      '/history/:id',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'What would change if a role were again as it stood before one change of its rights',
          description: 'The ETag is the version of the settings that the difference was made from',
          params,
          response: { 200: AccessRestore },
        },
      },
      async ({ params: { id } }, reply) => {
        const { version, difference } = await earlier(id);
        return reply.header('etag', versionTag(version)).send(difference);
      },
    );

    app.post(
      '/history/:id/restore',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Brings a role back to how it stood before one change, as a new change',
          description: 'With `If-Match` a role that was changed since stops it',
          params,
          response: { 200: MessageAnswer, 409: AccessConflict },
        },
      },
      async (request, reply) => {
        const { version, wanted, difference } = await earlier(request.params.id);
        const saved = await saveRights(
          database,
          new Map([[difference.role.id, wanted]]),
          requiredVersion(request) ?? version,
          { by: requireEditor(request), now: clock() },
        );
        return reply
          .header('etag', versionTag(reportSaved(saved, trail, auditActor(request))))
          .send({ message: 'saved access setting' });
      },
    );
  };
}

/** The rights of a role as they stood before one change, as far as their rows still exist. */
interface Earlier {
  /** Version of the settings that the difference was made from. */
  readonly version: number;
  readonly wanted: RightsTree;
  readonly difference: AccessRestore;
}

/** Works an earlier state of a role out of its history; the reason when there is no such change, or no role any more. */
async function earlierRights(read: PortalSource, id: number): Promise<Earlier | 'no change' | 'no role'> {
  // Read first: whatever is saved meanwhile is newer than this version, and stops a restore built on it.
  const version = await accessVersion(read);
  const change = await read
    .selectFrom('access_changes')
    .select('role_id')
    .where('id', '=', id)
    .where('kind', '=', 'rights')
    .executeTakeFirst();
  if (!change) return 'no change';
  const names = await readAccessTitles(read);
  const role = change.role_id ?? 0;
  const title = names.roles.get(role);
  if (title === undefined) return 'no role';
  const steps = await read
    .selectFrom('access_changes')
    .select(['added', 'removed'])
    .where('role_id', '=', role)
    .where('kind', '=', 'rights')
    .where('id', '>=', id)
    .orderBy('id', 'desc')
    .execute();
  const now = (await storedRights(read, [role])).get(role) ?? new Map();
  const before = undoSteps(
    now,
    steps.map(({ added, removed }) => ({ added: cellsIn(added), removed: cellsIn(removed) })),
  );
  const { tree, missing } = stillThere(before, names);
  const titles = {
    directings: Object.fromEntries(names.directings),
    tasks: Object.fromEntries(names.tasks),
    actions: Object.fromEntries(names.actions),
  };
  const [added, removed] = [cellsOnlyIn(tree, now), cellsOnlyIn(now, tree)];
  return {
    version,
    wanted: tree,
    difference: {
      id,
      role: { id: role, title },
      added: cellNames(added, titles, ACCESS_CHANGE_SHOWN),
      removed: cellNames(removed, titles, ACCESS_CHANGE_SHOWN),
      addedCount: countCells(added),
      removedCount: countCells(removed),
      missing,
    },
  };
}

const cellsIn = (text: string): Cells => JSON.parse(text) as Cells;

/** What a change of rights added and removed. */
interface Step {
  readonly added: Cells;
  readonly removed: Cells;
}

type Open = Map<number, Map<number, Set<number>>>;

/** The rights as they stood before `steps`, which come newest first. */
function undoSteps(tree: RightsTree, steps: Iterable<Step>): RightsTree {
  const open: Open = new Map(
    [...tree].map(([directing, tasks]) => [
      directing,
      new Map([...tasks].map(([task, actions]) => [task, new Set(actions)])),
    ]),
  );
  for (const { added, removed } of steps) {
    for (const cell of added) take(open, cell);
    for (const cell of removed) give(open, cell);
  }
  return open;
}

function take(open: Open, [directing, task, ...marks]: Cells[number]): void {
  if (directing !== NOWHERE && task === NOWHERE) return void open.delete(directing);
  const actions = open.get(directing)?.get(task);
  for (const mark of marks) {
    if (mark === NOWHERE) open.get(directing)?.delete(task);
    else actions?.delete(mark);
  }
}

function give(open: Open, [directing, task, ...marks]: Cells[number]): void {
  const tasks = open.get(directing) ?? new Map<number, Set<number>>();
  open.set(directing, tasks);
  if (directing !== NOWHERE && task === NOWHERE) return;
  const actions = tasks.get(task) ?? new Set<number>();
  tasks.set(task, actions);
  for (const mark of marks) if (mark !== NOWHERE) actions.add(mark);
}

const growing = (one: number, other: number): number => one - other;

/** In the order the rows were made: names read the same however often rights went and came. */
const byId = <V>(rows: ReadonlyMap<number, V>): [number, V][] =>
  [...rows].sort(([one], [other]) => growing(one, other));

/** The part of a tree whose rows still exist, standing actions always named; `missing` counts the boxes left out. */
function stillThere(
  tree: RightsTree,
  { directings, tasks, actions }: AccessTitles,
): { readonly tree: RightsTree; readonly missing: number } {
  const kept: Open = new Map();
  let missing = 0;
  for (const [directing, below] of byId(tree)) {
    if (directing === NOWHERE) continue;
    const keptTasks = new Map<number, Set<number>>();
    for (const [task, ids] of byId(below)) {
      const isThere = directings.has(directing) && tasks.has(task);
      const left = [...ids].filter((id) => isThere && actions.has(id)).sort(growing);
      missing += ids.size - left.length + (isThere ? 0 : 1);
      if (isThere) keptTasks.set(task, new Set(left));
    }
    if (directings.has(directing)) kept.set(directing, keptTasks);
    else missing += 1;
  }
  const standing = tree.get(NOWHERE)?.get(NOWHERE) ?? new Set<number>();
  return { tree: new Map([...kept, standingEntry(standing)]), missing };
}
