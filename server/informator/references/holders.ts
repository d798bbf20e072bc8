import { type Kysely, sql } from 'kysely';
import type { InformatorSchema } from '../schema.ts';
import type { ListName } from './lists.ts';

/** How many users, roles and documents hold a row of a list. */
export interface Use {
  readonly users: number;
  readonly roles: number;
  readonly documents: number;
}

type Source = Kysely<InformatorSchema>;

/** Who holds a row, counted in the transaction that means to remove it. */
export async function holdersOf(transaction: Source, list: ListName, id: number): Promise<Use> {
  if (list === 'roles') return { users: await usersOf(transaction, id), roles: 0, documents: 0 };
  const roles = await rolesOf(transaction, list, id);
  return { users: 0, roles, documents: await documentsOf(transaction, list, id) };
}

async function documentsOf(transaction: Source, list: ListName, id: number): Promise<number> {
  if (list !== 'directings' && list !== 'tasks') return 0;
  const { count } = await transaction
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(list === 'directings' ? 'directing_id' : 'task_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function usersOf(transaction: Source, role: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role_id', '=', role)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const HOLDS = {
  directings: (id: number) => sql<boolean>`directing_id = ${id}`,
  tasks: (id: number) => sql<boolean>`task_id = ${id}`,
  actions: (id: number) => sql<boolean>`actions LIKE ${`%,${id},%`}`,
} as const;

async function rolesOf(transaction: Source, list: keyof typeof HOLDS, id: number): Promise<number> {
  const table = list === 'directings' ? 'role_directings' : 'role_tasks';
  const { count } = await transaction
    .selectFrom(table)
    .select(sql<number>`count(DISTINCT role_id)`.as('count'))
    .where(HOLDS[list](id))
    .executeTakeFirstOrThrow();
  return Number(count);
}
