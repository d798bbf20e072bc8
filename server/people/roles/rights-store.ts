import { sql } from 'kysely';
import type { Database } from '../../platform/database/types.ts';
import type { PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import { actionList, NOWHERE, type PairRow, type RightsTree, standingIn, treeOf } from './rights-tree.ts';

/** What is stored of one role. */
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

/** The stored rights of roles. */
export async function storedRights(read: PortalSource, roles: readonly number[]): Promise<Map<number, RightsTree>> {
  const rights = new Map<number, RightsTree>();
  for (const role of roles) {
    const { directings, pairs, standing } = await pairRows(read, role);
    rights.set(role, treeOf(directings, pairs, standing));
  }
  return rights;
}

/** Replaces the stored rights of these roles. */
export async function replaceRights(
  { dialect }: Database<PortalSchema>,
  transaction: PortalSource,
  rights: ReadonlyMap<number, RightsTree>,
): Promise<void> {
  await transaction
    .deleteFrom('role_directings')
    .where('role_id', 'in', [...rights.keys()])
    .execute();
  await transaction
    .deleteFrom('role_actions')
    .where('role_id', 'in', [...rights.keys()])
    .execute();
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
