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

/** PostgreSQL, appendix A: unique_violation. */
const UNIQUE_VIOLATION = '23505';

/**
 * Whether a change failed because another transaction made an equal row at the same moment. Only PostgreSQL lets two look
 * before either writes: in SQLite whoever looks first finds out.
 */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;
