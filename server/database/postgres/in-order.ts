import type { JobConnection } from '../types.ts';

type Connection = Extract<JobConnection, { dialect: 'postgres' }>;

export interface OrderedConnection {
  readonly connection: Connection;
  /** Resolves when everything asked so far is answered; throws the first failure. To be awaited before a commit. */
  settled(): Promise<void>;
}

/**
 * The connection of a job over one that answers one statement after another. What is sent waits here for its turn, so that
 * the job works on while the database writes; after a failure nothing more is asked, and everything fails with it.
 */
export function inOrder(
  ask: (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>,
): OrderedConnection {
  let last: Promise<unknown> = Promise.resolve();
  const next = (sql: string, parameters: readonly unknown[]): Promise<unknown[]> => {
    const asked = last.then(() => ask(sql, parameters));
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
    settled: async () => void (await last),
  };
}
