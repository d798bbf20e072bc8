import { sql, type Transaction } from 'kysely';
import type { Database } from './types.ts';

/**
 * Inside a transaction: locks a table against other writers until its end, for a change that depends on rows that are
 * absent. SQLite has one writer anyway.
 */
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

/**
 * Whether a change failed because another transaction made an equal row at the same moment. Only PostgreSQL lets two
 * transactions look before either writes; SQLite runs them one after another.
 */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;
