// Stores every row of an import that could not be applied, and reads them for the workbook of errors.
import type { Kysely } from 'kysely';
import type { RowReport } from '../../../contract/catalogue/runs.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { type Bulk, bulkOf, type JobConnection } from '../../platform/database/jobs.ts';
import { placeOf, rowAt, sheetAt } from '../rules/form-fields.ts';

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

export interface FailedRow {
  readonly row: number;
  readonly text: string;
}

interface RowError {
  readonly sheet_row: number;
  readonly place: number;
  readonly column_letter: string | null;
  readonly message: string;
}

const ERRORS_PAGE = 2_000;

/** The rows with errors of each sheet of a run that has any, by the number of the sheet from 0. */
export async function countFailedRows(read: Kysely<CatalogueSchema>, runId: number): Promise<Map<number, number>> {
  const places = await read
    .selectFrom('import_row_errors')
    .select(['sheet_row'])
    .distinct()
    .where('run_id', '=', runId)
    .execute();
  const counts = new Map<number, number>();
  for (const { sheet_row } of places) {
    const sheet = sheetAt(sheet_row);
    counts.set(sheet, (counts.get(sheet) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([one], [other]) => one - other));
}

/** What is wrong with each row of a sheet, in its order. */
export async function* failedRowsOf(read: Kysely<CatalogueSchema>, runId: number, sheet: number) {
  let row = 0;
  let texts: string[] = [];
  for await (const error of rowErrors(read, runId, sheet)) {
    if (rowAt(error.sheet_row) !== row) {
      if (texts.length > 0) yield { row, text: texts.join('; ') };
      row = rowAt(error.sheet_row);
      texts = [];
    }
    texts.push(error.column_letter === null ? error.message : `${error.column_letter}: ${error.message}`);
  }
  if (texts.length > 0) yield { row, text: texts.join('; ') };
}

async function* rowErrors(read: Kysely<CatalogueSchema>, runId: number, sheet: number): AsyncGenerator<RowError> {
  let last = { sheet_row: placeOf(sheet, 0), place: 0 };
  for (;;) {
    const { sheet_row, place } = last;
    const page = await read
      .selectFrom('import_row_errors')
      .select(['sheet_row', 'place', 'column_letter', 'message'])
      .where('run_id', '=', runId)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('sheet_row', 'place'), '>', tuple(sheet_row, place)))
      .where('sheet_row', '<', placeOf(sheet + 1, 0))
      .orderBy('sheet_row')
      .orderBy('place')
      .limit(ERRORS_PAGE)
      .execute();
    yield* page;
    const end = page.at(-1);
    if (!end || page.length < ERRORS_PAGE) return;
    last = end;
  }
}
