import type { JobConnection } from '../types.ts';

type Connection = Extract<JobConnection, { dialect: 'postgres' }>;

export interface OrderedConnection {
  readonly connection: Connection;
  /** Resolves when everything asked so far is answered; throws the first failure. To be awaited before a commit. */
  settled(): Promise<void>;
}

/**
 * The connection of a job over one that takes statements while it still answers others, in their order: so the database
 * works on while the job does. After a failure nothing more is asked, what was asked already is in vain, and everything
 * fails with that failure.
 */
export function inOrder(
  ask: (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>,
): OrderedConnection {
  let last: Promise<unknown> = Promise.resolve();
  let failure: { readonly reason: unknown } | null = null;
  const failed = (reason: unknown): never => {
    // Whatever follows it in the transaction fails too, with nothing to say.
    failure ??= { reason };
    throw failure.reason;
  };
  const next = (sql: string, parameters: readonly unknown[]): Promise<unknown[]> => {
    const asked = failure ? Promise.reject(failure.reason) : ask(sql, parameters).catch(failed);
    // Whoever asks next, or the commit, meets the failure; until then it is nobody's.
    asked.catch(() => {});
    last = asked;
    return asked;
  };
  return {
    connection: {
      dialect: 'postgres',
      query: <Row>(sql: string, parameters: readonly unknown[] = []) =>
        next(sql, parameters) as Promise<Row[]>,
      send: (sql, parameters = []) => void next(sql, parameters),
    },
    async settled() {
      await last;
      if (failure) throw failure.reason;
    },
  };
}
