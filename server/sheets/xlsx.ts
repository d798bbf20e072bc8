import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { columnLetters } from '../../rules/sheet-columns.ts';
import type { Column } from './columns.ts';
import {
  contentTypes,
  packageRelations,
  STYLE,
  sheetEnd,
  sheetStart,
  styles,
  textCell,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts';

/** Rows of one sheet, the header included (ECMA-376 limit). */
const SHEET_ROWS_MAX = 1_048_576;
/** Fast rather than small: level 4 takes 40 % more time for 8 % less file. */
const COMPRESSION_LEVEL = 1;
/** Characters gathered before they go to the compressor. */
const CHUNK = 256 * 1024;

/** Values of one row, in the order of the columns: text, or a number; money in kopecks. */
export type SheetRow = readonly (string | number)[];

export interface Sheet {
  readonly name: string;
  readonly columns: readonly Column[];
  /** How many rows will come: the extent of a sheet stands before its rows. */
  readonly rowCount: number;
  readonly rows: AsyncIterable<readonly SheetRow[]>;
}

/**
 * Writes a workbook of one sheet, or of several one after another, as a stream and in flat memory; `rows` come in pages.
 * What does not fit on one sheet goes on on the next, under the same header. Rejects when the rows or the output fail.
 */
export async function writeXlsx(
  sheets: Sheet | readonly Sheet[],
  output: NodeJS.WritableStream,
  options: { signal?: AbortSignal; sheetRowsMax?: number } = {},
): Promise<void> {
  const perSheet = (options.sheetRowsMax ?? SHEET_ROWS_MAX) - 1;
  const parts = [sheets].flat().flatMap((sheet) => partsOf(sheet, perSheet));
  const zip = new ZipFile();
  const add = (path: string, text: string) =>
    zip.addBuffer(Buffer.from(text), path, { compressionLevel: COMPRESSION_LEVEL, mtime: EPOCH });
  add('[Content_Types].xml', contentTypes(parts.length));
  add('_rels/.rels', packageRelations());
  add('xl/workbook.xml', workbook(parts));
  add('xl/_rels/workbook.xml.rels', workbookRelations(parts.length));
  add('xl/styles.xml', styles());
  const stop = (error: unknown) => (zip.outputStream as Readable).destroy(error as Error);
  for (const [index, { columns, range, take, count }] of parts.entries()) {
    zip.addReadStreamLazy(
      `xl/worksheets/sheet${index + 1}.xml`,
      { compressionLevel: COMPRESSION_LEVEL, mtime: EPOCH },
      (give) => {
        const part = Readable.from(sheetXml(columns, range, take, count), { objectMode: false });
        // The container would wait for ever for a part that failed.
        part.once('error', stop);
        give(null, part);
      },
    );
  }
  zip.once('error', stop);
  zip.end();
  await pipeline(zip.outputStream, output, { signal: options.signal });
}

interface Part extends Pick<Sheet, 'name' | 'columns'> {
  readonly range: string;
  readonly count: number;
  readonly take: Take;
}

function partsOf({ name, columns, rowCount, rows }: Sheet, perSheet: number): Part[] {
  const take = takerOf(rows);
  return Array.from({ length: Math.max(1, Math.ceil(rowCount / perSheet)) }, (_, index) => {
    const count = Math.min(perSheet, rowCount - index * perSheet);
    const range = `A1:${columnLetters(columns.length)}${count + 1}`;
    return { name: index === 0 ? name : `${name} ${index + 1}`, columns, range, count, take };
  });
}

/** The same rows give the same bytes. */
const EPOCH = new Date(Date.UTC(1980, 0, 2));

/** Gives the next rows, at most so many; none at the end. A page at a time: a promise for each row would cost as much as the row. */
type Take = (most: number) => Promise<readonly SheetRow[]>;

function takerOf(pages: AsyncIterable<readonly SheetRow[]>): Take {
  const iterator = pages[Symbol.asyncIterator]();
  let left: readonly SheetRow[] = [];
  return async (most) => {
    while (left.length === 0) {
      const { value, done } = await iterator.next();
      if (done) return [];
      left = value;
    }
    const taken = left.slice(0, most);
    left = left.slice(most);
    return taken;
  };
}

async function* sheetXml(
  columns: readonly Column[],
  range: string,
  take: Take,
  count: number,
): AsyncGenerator<Buffer> {
  const row = rowWriter(columns);
  let xml = sheetStart(columns, range);
  let written = 0;
  while (written < count) {
    const page = await take(count - written);
    if (page.length === 0) throw new Error(`expected ${count} rows, got ${written}`);
    for (const values of page) {
      xml += row(values, written + 2);
      written += 1;
      if (xml.length < CHUNK) continue;
      yield Buffer.from(xml);
      xml = '';
    }
  }
  yield Buffer.from(xml + sheetEnd(range));
}

function rowWriter(columns: readonly Column[]): (values: SheetRow, row: number) => string {
  const cells = columns.map(({ kind }, index) => {
    const letters = columnLetters(index + 1);
    const style = STYLE[kind];
    return (value: string | number, row: number): string => {
      if (typeof value === 'string') return value === '' ? '' : textCell(`${letters}${row}`, style, value);
      return `<c r="${letters}${row}" s="${style}"><v>${kind === 'money' ? value / 100 : value}</v></c>`;
    };
  });
  return (values, row) => {
    let xml = `<row r="${row}">`;
    for (let index = 0; index < cells.length; index++) xml += cells[index]?.(values[index] ?? '', row) ?? '';
    return `${xml}</row>`;
  };
}
