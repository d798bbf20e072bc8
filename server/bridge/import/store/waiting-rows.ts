import type { JobConnection } from '../../../database/types.ts';
import type { Candidate } from '../rules/row.ts';
import { type Bulk, bulkOf } from './bulk.ts';

/** A row that waits, with the key of its manufacturer, '' for none. */
export interface WaitingRow {
  readonly makerKey: string;
  readonly candidate: Candidate;
}

interface StoredRow {
  readonly key: string;
  readonly maker: string;
  readonly sheet_row: number;
  readonly body: string;
}

const FIRST = { key: '', maker: '', sheet_row: 0 };

/** Rows of a run that wait for the end of their file: in a table, for there may be as many as the file has rows. */
export class WaitingRows {
  readonly #bulk: Bulk;
  readonly #runId: number;
  #count = 0;

  constructor(connection: JobConnection, runId: number) {
    this.#bulk = bulkOf(connection);
    this.#runId = runId;
  }

  async add(rows: readonly WaitingRow[]): Promise<void> {
    this.#count += rows.length;
    await this.#bulk.insert(
      'import_waiting_rows',
      [
        { name: 'run_id', type: 'bigint' },
        { name: 'key', type: 'text' },
        { name: 'maker', type: 'text' },
        { name: 'sheet_row', type: 'bigint' },
        { name: 'body', type: 'text' },
      ],
      rows.map(({ makerKey, candidate }) => [
        this.#runId,
        candidate.key,
        makerKey,
        candidate.row,
        JSON.stringify(candidate),
      ]),
    );
  }

  /** All of them by article, manufacturer and sheet row, `size` at a time; afterwards the table is empty again. */
  async *take(size: number): AsyncGenerator<Candidate[]> {
    if (this.#count === 0) return;
    let last: Omit<StoredRow, 'body'> = FIRST;
    for (;;) {
      const rows = await this.#bulk.query<StoredRow>(
        `SELECT key, maker, sheet_row, body FROM import_waiting_rows
         WHERE run_id = $1 AND (key, maker, sheet_row) > ($2, $3, $4)
         ORDER BY key, maker, sheet_row LIMIT $5`,
        [this.#runId, last.key, last.maker, last.sheet_row, size],
      );
      if (rows.length === 0) break;
      yield rows.map(({ body }) => JSON.parse(body) as Candidate);
      last = rows.at(-1) as StoredRow;
    }
    await this.#bulk.query('DELETE FROM import_waiting_rows WHERE run_id = $1', [this.#runId]);
    this.#count = 0;
  }
}
