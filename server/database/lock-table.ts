import { sql, type Transaction } from 'kysely';
import type { Database } from './types.ts';

/**
 * Inside a transaction: keeps every other writer off a table until its end, for a change that depends on what the
 * table does not hold. SQLite has one writer anyway.
 */
export async function lockTable<Schema>(
  { dialect }: Database<Schema>,
  transaction: Transaction<Schema>,
  table: keyof Schema & string,
): Promise<void> {
  if (dialect !== 'postgres') return;
  await sql`LOCK TABLE ${sql.table(table)} IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
}
