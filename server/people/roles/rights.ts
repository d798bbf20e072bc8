// The rights of a role as a tree (direction, task, action): comparing two of them, and the SQL that reads and writes
// them.
import { sql } from 'kysely';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import { ACCESS_CHANGE_SHOWN } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/types.ts';
import { actionIds, actionList, type PortalSchema, type PortalSource } from '../../portal-database/schema.ts';

/** Ids of directions, below them tasks, below them actions; standing actions stand below NOWHERE twice. */
export type RightsTree = ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<number>>>;

/** In the place of a direction and of a task: there is none; ids of rows begin with 1. */
export const NOWHERE = 0;

/** The standing actions of a role; undefined: the tree says nothing of them. */
export const standingIn = (tree: RightsTree): ReadonlySet<number> | undefined =>
  tree.has(NOWHERE) ? (tree.get(NOWHERE)?.get(NOWHERE) ?? new Set()) : undefined;

export const standingEntry = (actions: Iterable<number>): [number, ReadonlyMap<number, ReadonlySet<number>>] => [
  NOWHERE,
  new Map([[NOWHERE, new Set(actions)]]),
];

/** A row of `role_tasks` without its role. */
interface PairRow {
  readonly directing_id: number;
  readonly task_id: number;
  readonly actions: string;
}

function treeOf({ directings, pairs, standing }: RoleRows): RightsTree {
  const tree = new Map<number, Map<number, Set<number>>>();
  if (standing.length > 0) tree.set(NOWHERE, new Map([[NOWHERE, new Set(standing)]]));
  for (const { directing_id } of directings) tree.set(directing_id, new Map());
  for (const { directing_id, task_id, actions } of pairs) {
    tree.get(directing_id)?.set(task_id, new Set(actionIds(actions)));
  }
  return tree;
}

/**
 * A set of boxes to be kept for ever: `[direction, 0]` is a direction's, `[direction, task, …marks]` those of a pair,
 * where 0 is the pair itself and any other an action; `[0, 0, …marks]` are standing actions.
 */
export type Cells = readonly (readonly [directing: number, task: number, ...marks: number[]])[];

/** Box of the level itself. */
const OWN = 0;

/** The boxes of `tree` that `other` has not; what is added by a change, or removed when they change places. */
export function cellsOnlyIn(tree: RightsTree, other: RightsTree): Cells {
  const boxes: [number, number, ...number[]][] = [];
  for (const [directing, tasks] of tree) {
    const known = other.get(directing);
    if (!known && directing !== NOWHERE) boxes.push([directing, OWN]);
    for (const [task, actions] of tasks) {
      const knownActions = known?.get(task);
      const marks = [...actions].filter((action) => !knownActions?.has(action));
      if (!knownActions && directing !== NOWHERE) marks.unshift(OWN);
      if (marks.length > 0) boxes.push([directing, task, ...marks]);
    }
  }
  return boxes;
}

export const differenceOf = (before: RightsTree, now: RightsTree) => ({
  added: cellsOnlyIn(now, before),
  removed: cellsOnlyIn(before, now),
});

/** A difference as the API shows it: the first names on both sides, and the counts of all. */
export const shownDifference = ({ added, removed }: ReturnType<typeof differenceOf>, titles: AccessTitles) => ({
  added: cellNames(added, titlesById(titles), ACCESS_CHANGE_SHOWN),
  removed: cellNames(removed, titlesById(titles), ACCESS_CHANGE_SHOWN),
  addedCount: countCells(added),
  removedCount: countCells(removed),
});

const titlesById = ({ directings, tasks, actions }: AccessTitles): CellTitles => ({
  directings: Object.fromEntries(directings),
  tasks: Object.fromEntries(tasks),
  actions: Object.fromEntries(actions),
});

export const openTree = (tree: RightsTree): OpenTree =>
  new Map(
    [...tree].map(([directing, tasks]) => [
      directing,
      new Map([...tasks].map(([task, actions]) => [task, new Set(actions)])),
    ]),
  );
export type OpenTree = Map<number, Map<number, Set<number>>>;

export const countCells = (boxes: Cells): number =>
  boxes.reduce((sum, [, , ...marks]) => sum + Math.max(1, marks.length), 0);

/** Titles by id at the time of a change. */
export type CellTitles = Readonly<Record<'directings' | 'tasks' | 'actions', Readonly<Record<number, string>>>>;

/** In the column of directions, before standing actions. */
export const NO_DIRECTION = 'Без направления';

const standingTitle = (id: number) => STANDING_ROWS.find((row) => row.id === id)?.title ?? '';

/** The first boxes as «direction», «direction / task», «direction / task / action» or «Без направления / action». */
export function cellNames(boxes: Cells, titles: CellTitles, most: number): string[] {
  const names: string[] = [];
  for (const [directing, task, ...marks] of boxes) {
    if (names.length >= most) break;
    const isStanding = directing === NOWHERE;
    const path = isStanding
      ? [NO_DIRECTION]
      : [titles.directings[directing], ...(task === OWN ? [] : [titles.tasks[task]])];
    for (const mark of task === OWN && !isStanding ? [OWN] : marks) {
      names.push(
        [...path, ...(mark === OWN ? [] : [isStanding ? standingTitle(mark) : titles.actions[mark]])].join(' / '),
      );
    }
  }
  return names.slice(0, most);
}

export interface RoleRows {
  readonly directings: readonly { readonly directing_id: number }[];
  readonly pairs: readonly PairRow[];
  readonly standing: readonly number[];
}

/** The rows of one role, in the order of ids. */
export async function pairRows(read: PortalSource, role: number): Promise<RoleRows> {
  const standing = await read
    .selectFrom('role_actions')
    .select('action_id')
    .where('role_id', '=', role)
    .orderBy('action_id')
    .execute();
  return {
    standing: standing.map(({ action_id }) => action_id),
    directings: await read
      .selectFrom('role_directings')
      .select('directing_id')
      .where('role_id', '=', role)
      .orderBy('directing_id')
      .execute(),
    pairs: await read
      .selectFrom('role_tasks')
      .select(['directing_id', 'task_id', 'actions'])
      .where('role_id', '=', role)
      .orderBy('directing_id')
      .orderBy('task_id')
      .execute(),
  };
}

export async function storedRights(read: PortalSource, roles: readonly number[]): Promise<Map<number, RightsTree>> {
  const rights = new Map<number, RightsTree>();
  for (const role of roles) rights.set(role, treeOf(await pairRows(read, role)));
  return rights;
}

export async function replaceRights(
  { dialect }: Database<PortalSchema>,
  transaction: PortalSource,
  rights: ReadonlyMap<number, RightsTree>,
): Promise<void> {
  const ids = [...rights.keys()];
  await transaction.deleteFrom('role_directings').where('role_id', 'in', ids).execute();
  await transaction.deleteFrom('role_actions').where('role_id', 'in', ids).execute();
  const standing = [...rights].flatMap(([role_id, tree]) =>
    [...(standingIn(tree) ?? [])].map((action_id) => ({ role_id, action_id })),
  );
  if (standing.length > 0) await transaction.insertInto('role_actions').values(standing).execute();
  const placed = [...rights].map(
    ([role, tree]) => [role, [...tree].filter(([directing]) => directing !== NOWHERE)] as const,
  );
  const directings = placed.flatMap(([role, tree]) => tree.map(([id]) => [role, id]));
  const pairs = placed.flatMap(([role, tree]) =>
    tree.flatMap(([directing, tasks]) =>
      [...tasks].map(([task, actions]) => [role, directing, task, actionList(actions)]),
    ),
  );
  // One statement each: thousands of rows as one parameter.
  const rows = (values: readonly unknown[]) =>
    dialect === 'sqlite'
      ? sql`json_each(${JSON.stringify(values)}) AS item`
      : sql`json_array_elements(${JSON.stringify(values)}::json) AS item(value)`;
  const id = (at: number) => sql`CAST(item.value ->> ${sql.lit(at)} AS BIGINT)`;
  await sql`INSERT INTO role_directings (role_id, directing_id)
    SELECT ${id(0)}, ${id(1)} FROM ${rows(directings)}`.execute(transaction);
  await sql`INSERT INTO role_tasks (role_id, directing_id, task_id, actions)
    SELECT ${id(0)}, ${id(1)}, ${id(2)}, item.value ->> 3 FROM ${rows(pairs)}`.execute(transaction);
}

/** Titles of everything that rights are made of, by id, in the order they were made. */
export interface AccessTitles {
  readonly roles: ReadonlyMap<number, string>;
  readonly directings: ReadonlyMap<number, string>;
  readonly tasks: ReadonlyMap<number, string>;
  readonly actions: ReadonlyMap<number, string>;
  /** Tasks whose recipients are asked when every acceptor has signed. */
  readonly ordered: ReadonlySet<number>;
}

/** Reads the four lists whole: they are short. */
export async function readAccessTitles(read: PortalSource): Promise<AccessTitles> {
  const titles = async (list: Exclude<keyof AccessTitles, 'ordered'>) => {
    const rows = await read.selectFrom(list).select(['id', 'title']).orderBy('id').execute();
    return new Map(rows.map(({ id, title }) => [id, title]));
  };
  const ordered = await read.selectFrom('tasks').select('id').where('ordered', '=', 1).execute();
  return {
    roles: await titles('roles'),
    directings: await titles('directings'),
    tasks: await titles('tasks'),
    actions: await titles('actions'),
    ordered: new Set(ordered.map(({ id }) => id)),
  };
}

/** The version of lists and rights: it grows with each change of them. */
export async function accessVersion(read: PortalSource): Promise<number> {
  return (await read.selectFrom('access_state').select('version').executeTakeFirstOrThrow()).version;
}

/** Lets one transaction after another change lists, rights and bindings; resolves to the version so far. */
export async function lockAccess({ dialect }: Database<PortalSchema>, transaction: PortalSource): Promise<number> {
  const { version } = await transaction
    .selectFrom('access_state')
    .select('version')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return version;
}

/** Counts the version up inside the transaction of the change; resolves to the new one. */
export async function bumpAccess(transaction: PortalSource): Promise<number> {
  const { version } = await transaction
    .updateTable('access_state')
    .set({ version: sql`version + 1` })
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
