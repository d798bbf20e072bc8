// A statement with a time limit of its own.
import type pg from 'pg';
import { DatabaseBusy } from './trouble.ts';

/** When to doubt that the server is alive, and how to find out. */
export interface LivenessCheck {
  /** Time without an answer, ms. */
  readonly after: number;
  isAlive(): Promise<boolean>;
}

/**
 * Runs a statement for at most `limit` ms, less where `doubt` finds the server dead. The connection is cut then, as a
 * late answer would belong to no query, and DatabaseBusy is thrown.
 */
export async function queryWithin(
  client: pg.ClientBase,
  limit: number,
  sql: string,
  parameters?: readonly unknown[],
  doubt?: LivenessCheck,
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

/** Destroys the socket, which fails pending queries: a regular end would wait behind running statements. */
function cut(client: pg.Client): void {
  void client.end();
  client.connection.stream.destroy();
}
