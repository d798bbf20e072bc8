/**
 * Stores rows of an import that wait for the end of their file or sheet, because later rows decide how they are
 * read.
 */
import { type Bulk, bulkOf, type JobConnection } from '../../platform/database/jobs.ts';

/** What rows wait for, which is also the order in which they are taken. */
export const WAITING = { headings: 0, digits: 1, makers: 2 } as const;

/** A row that waits, with what orders it among the others: article key, key of the manufacturer, sheet row. */
export interface WaitingRow<Body> {
  readonly key: string;
  readonly maker: string;
  readonly row: number;
  readonly body: Body;
}

interface StoredRow {
  readonly key: string;
  readonly maker: string;
  readonly sheet_row: number;
  readonly body: string;
}

const FIRST = { key: '', maker: '', sheet_row: 0 };

/** Rows of a run that wait for the end of their file: in a table, for there may be as many as the file has rows. */
export class WaitingRows<Body> {
  readonly #bulk: Bulk;
  readonly #runId: number;
  readonly #stage: number;
  #count = 0;

  constructor(connection: JobConnection, runId: number, stage: (typeof WAITING)[keyof typeof WAITING]) {
    this.#bulk = bulkOf(connection);
    this.#runId = runId;
    this.#stage = stage;
  }

  /** Puts rows by; what they hold must be JSON. */
  async add(rows: readonly WaitingRow<Body>[]): Promise<void> {
    this.#count += rows.length;
    await this.#bulk.insert(
      'import_waiting_rows',
      [
        { name: 'run_id', type: 'bigint' },
        { name: 'stage', type: 'bigint' },
        { name: 'key', type: 'text' },
        { name: 'maker', type: 'text' },
        { name: 'sheet_row', type: 'bigint' },
        { name: 'body', type: 'text' },
      ],
      rows.map(({ key, maker, row, body }) => [this.#runId, this.#stage, key, maker, row, JSON.stringify(body)]),
    );
  }

  /** All of them in their order, `size` at a time; afterwards none waits any more. */
  async *take(size: number): AsyncGenerator<Body[]> {
    if (this.#count === 0) return;
    let last: Omit<StoredRow, 'body'> = FIRST;
    for (;;) {
      const rows = await this.#bulk.query<StoredRow>(
        `SELECT key, maker, sheet_row, body FROM import_waiting_rows
         WHERE run_id = $1 AND stage = $2 AND (key, maker, sheet_row) > ($3, $4, $5)
         ORDER BY key, maker, sheet_row LIMIT $6`,
        [this.#runId, this.#stage, last.key, last.maker, last.sheet_row, size],
      );
      if (rows.length === 0) break;
      yield rows.map(({ body }) => JSON.parse(body) as Body);
      last = rows.at(-1) as StoredRow;
    }
    await this.#bulk.query('DELETE FROM import_waiting_rows WHERE run_id = $1 AND stage = $2', [
      this.#runId,
      this.#stage,
    ]);
    this.#count = 0;
  }
}
