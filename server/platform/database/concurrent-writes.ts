// Helpers for changes that run at the same moment in several transactions: locking a table, recognising a double row.
import { sql, type Transaction } from 'kysely';
import type { Database } from './types.ts';

/** Locks a table against other writers until the transaction ends, for a change that depends on absent rows. */
export async function lockTable<Schema>(
  { dialect }: Database<Schema>,
  transaction: Transaction<Schema>,
  table: keyof Schema & string,
): Promise<void> {
  if (dialect !== 'postgres') return;
  await sql`LOCK TABLE ${sql.table(table)} IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
}

/** PostgreSQL, appendix A: unique_violation. */
const UNIQUE_VIOLATION = '23505';

/** Whether a change failed because another transaction made an equal row at the same moment; not in SQLite. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;
