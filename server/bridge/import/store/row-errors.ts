import type { RowReport } from '../../../../contract/bridge.ts';
import type { JobConnection } from '../../../database/types.ts';
import { type Bulk, bulkOf } from './bulk.ts';

const COLUMNS = [
  { name: 'run_id', type: 'bigint' },
  { name: 'place', type: 'bigint' },
  { name: 'sheet_row', type: 'bigint' },
  { name: 'column_letter', type: 'text' },
  { name: 'code', type: 'text' },
  { name: 'message', type: 'text' },
  { name: 'text', type: 'text' },
] as const;

/** Every row error of a run, kept for its workbook of errors. */
export class RowErrors {
  readonly #bulk: Bulk;
  readonly #runId: number;
  #count = 0;

  constructor(connection: JobConnection, runId: number) {
    this.#bulk = bulkOf(connection);
    this.#runId = runId;
  }

  async add(errors: readonly RowReport[]): Promise<void> {
    if (errors.length === 0) return;
    const rows = errors.map(({ row, column, code, message, text }) => {
      this.#count += 1;
      return [this.#runId, this.#count, row, column, code, message, text];
    });
    await this.#bulk.insert('import_row_errors', COLUMNS, rows);
  }
}
