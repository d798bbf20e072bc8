import type pg from 'pg';
import { DatabaseBusy } from '../busy.ts';

/** When to doubt that anybody is at the other end, and how to find out. */
export interface Doubt {
  /** Without an answer for so long, ms. */
  readonly after: number;
  isAlive(): Promise<boolean>;
}

/**
 * Asks over a connection for at most `limit` ms, or less where a doubt turns out to be right. One that does not answer is
 * cut: what it says later would be nobody's answer. Throws DatabaseBusy then.
 */
export async function ask(
  client: pg.ClientBase,
  limit: number,
  sql: string,
  parameters?: readonly unknown[],
  doubt?: Doubt,
): Promise<pg.QueryResult> {
  let why = '';
  let isOver = false;
  const giveUp = (reason: string) => {
    if (isOver || why) return;
    why = reason;
    cut(client as pg.Client);
  };
  const late = setTimeout(() => giveUp('the database did not answer in time'), limit);
  const doubtful =
    doubt &&
    setTimeout(async () => {
      if (!(await doubt.isAlive())) giveUp('the database server does not answer');
    }, doubt.after);
  try {
    return await client.query(sql, parameters && [...parameters]);
  } catch (error) {
    throw why ? new DatabaseBusy(why, { cause: error }) : error;
  } finally {
    isOver = true;
    clearTimeout(late);
    clearTimeout(doubtful);
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
