// What is done within a transaction of PostgreSQL, over any connection: a job, a conditional change, a trial.
import type { CompiledQuery, Kysely } from 'kysely';
import type { PostgresConnection } from './jobs.ts';

/**
 * The connection of a job over one that takes statements in order while it still answers others. After a failure all
 * fails with it. `settled`: everything asked so far is answered, or the first failure is thrown; await it before a commit.
 */
export function orderedConnection(ask: (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>): {
  readonly connection: PostgresConnection;
  settled(): Promise<void>;
} {
  let last: Promise<unknown> = Promise.resolve();
  let failure: { readonly reason: unknown } | null = null;
  const failed = (reason: unknown): never => {
    // Later statements of the transaction fail as well, without a useful message.
    failure ??= { reason };
    throw failure.reason;
  };
  const next = (sql: string, parameters: readonly unknown[]): Promise<unknown[]> => {
    const asked = failure ? Promise.reject(failure.reason) : ask(sql, parameters).catch(failed);
    // The next statement, or the commit, reports the failure; until then a rejection must not count as unhandled.
    asked.catch(() => {});
    last = asked;
    return asked;
  };
  return {
    connection: {
      dialect: 'postgres',
      query: <Row>(sql: string, parameters: readonly unknown[] = []) => next(sql, parameters) as Promise<Row[]>,
      send: (sql, parameters = []) => void next(sql, parameters),
    },
    async settled() {
      await last;
      if (failure) throw failure.reason;
    },
  };
}

/** Runs the changes inside an open transaction if the first one changes a row; resolves to whether it did. */
export async function runChanges<Schema>(
  transaction: Kysely<Schema>,
  [condition, ...changes]: readonly CompiledQuery[],
): Promise<boolean> {
  const first = condition && (await transaction.executeQuery(condition));
  if (!first?.numAffectedRows) return false;
  for (const change of changes) await transaction.executeQuery(change);
  return true;
}

/** A change that is never visible: in a table of every schema, a row that no other server writes at the same time. */
export const TRIAL_CHANGE = `BEGIN;
  INSERT INTO schema_migrations VALUES (-1 - floor(random() * 1000000000)::integer, 'trial', '');
  ROLLBACK`;
