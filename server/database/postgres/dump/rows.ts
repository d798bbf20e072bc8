import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
// https://github.com/brianc/node-pg-copy-streams
import { from, to } from 'pg-copy-streams';
import { type CopiedTable, quoted } from './tables.ts';

/** The rows of a table in the text format of COPY, as the transaction sees them. */
export const rowsOut = (client: pg.ClientBase, schema: string, table: CopiedTable): Readable =>
  client.query(to(`COPY ${quoted(schema, table)} TO STDOUT`));

/** Adds rows in that format to a table; resolves to their number. Throws what the database says of a row it does not take. */
export async function rowsIn(
  client: pg.ClientBase,
  schema: string,
  table: CopiedTable,
  rows: Readable | AsyncIterable<string | Buffer>,
): Promise<number> {
  const stream = client.query(from(`COPY ${quoted(schema, table)} FROM STDIN`));
  await pipeline(rows, stream as Writable);
  return stream.rowCount ?? 0;
}

/** The lines of a stream, each as text without its end. COPY escapes what would break one. */
export async function* linesOf(rows: Readable): AsyncGenerator<string> {
  let left: Buffer | null = null;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    const whole: Buffer = left ? Buffer.concat([left, chunk]) : chunk;
    let begin = 0;
    for (let end = whole.indexOf(10, begin); end >= 0; end = whole.indexOf(10, begin)) {
      yield whole.toString('utf8', begin, end);
      begin = end + 1;
    }
    left = begin < whole.length ? whole.subarray(begin) : null;
  }
}
