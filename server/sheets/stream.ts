import { PassThrough, type Readable } from 'node:stream';
import type { Column } from './columns.ts';
import { type Sheet, type SheetRow, writeXlsx } from './xlsx.ts';

/** A table whose rows are at hand, made row by row as they are written. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly rows: Iterable<SheetRow>;
}

/** Rows that go to the compressor together. */
const PAGE = 100;

/** A table as an .xlsx under way; a failure ends the stream. */
export const xlsxStream = ({ rows, ...table }: Table): Readable =>
  pagedXlsxStream({ ...table, rows: pages(rows) });

/** The same for rows that come in pages, of one table or of several. */
export function pagedXlsxStream(sheet: Sheet | readonly Sheet[]): Readable {
  const output = new PassThrough();
  writeXlsx(sheet, output).catch((error: Error) => output.destroy(error));
  return output;
}

async function* pages(rows: Iterable<SheetRow>): AsyncGenerator<readonly SheetRow[]> {
  let page: SheetRow[] = [];
  for (const row of rows) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
