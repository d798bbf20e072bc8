import { type Kysely, sql, type Transaction } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';
import type { ListedDocuments } from '../ports.ts';
import type { ListName } from './lists.ts';

/** How many users, roles and documents hold a row of a list. */
export interface Use {
  readonly users: number;
  readonly roles: number;
  readonly documents: number;
}

type Source = Kysely<InformatorSchema>;

/** Who holds a row, counted in the transaction that means to remove it. */
export async function holdersOf(
  transaction: Transaction<InformatorSchema>,
  documents: ListedDocuments,
  list: ListName,
  id: number,
): Promise<Use> {
  if (list === 'roles') return { users: await usersOf(transaction, id), roles: 0, documents: 0 };
  const roles = await rolesOf(transaction, list, id);
  const held = list === 'actions' ? 0 : await documents.count(transaction, list, id);
  return { users: 0, roles, documents: held };
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
