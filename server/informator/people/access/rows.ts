import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/types.ts';
import type { InformatorSchema } from '../../schema.ts';
import { actionList, NOWHERE, type PairRow, type RightsTree, standingIn, treeOf } from './tree.ts';

type Source = Kysely<InformatorSchema>;

/** What is stored of one role. */
export interface RoleRows {
  readonly directings: readonly { readonly directing_id: number }[];
  readonly pairs: readonly PairRow[];
  readonly standing: readonly number[];
}

/** The rows of one role, in the order of ids. */
export async function pairRows(read: Source, role: number): Promise<RoleRows> {
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
export async function storedRights(read: Source, roles: readonly number[]): Promise<Map<number, RightsTree>> {
  const rights = new Map<number, RightsTree>();
  for (const role of roles) {
    const { directings, pairs, standing } = await pairRows(read, role);
    rights.set(role, treeOf(directings, pairs, standing));
  }
  return rights;
}

/** Replaces the stored rights of these roles. */
export async function replaceRights(
  { dialect }: Database<InformatorSchema>,
  transaction: Source,
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
