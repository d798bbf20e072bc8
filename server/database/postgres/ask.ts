import type pg from 'pg';
import { DatabaseBusy } from '../busy.ts';

/**
 * Asks over a connection for at most `limit` ms. One that does not answer is cut: what it says later would be nobody's
 * answer. Throws DatabaseBusy then.
 */
export async function ask(
  client: pg.ClientBase,
  limit: number,
  sql: string,
  parameters?: readonly unknown[],
): Promise<pg.QueryResult> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    cut(client as pg.Client);
  }, limit);
  try {
    return await client.query(sql, parameters && [...parameters]);
  } catch (error) {
    throw isLate ? new DatabaseBusy('the database did not answer in time', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Closes the socket, whatever is asked over it, which fails: a farewell would wait behind statements that are on their way. */
function cut(client: pg.Client): void {
  void client.end();
  client.connection.stream.destroy();
}

/** How long a farewell may take, ms. */
const FAREWELL_MS = 1_000;

/** Ends a connection; one that stands still is left to the system. Never throws. */
export async function disconnect(client: pg.Client): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FAREWELL_MS);
  });
  await Promise.race([client.end().catch(() => {}), enough]);
  clearTimeout(timer);
}
