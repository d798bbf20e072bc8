import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FormFields } from '../import/settings.ts';
import { amountCell } from './numbers.ts';

/** Columns of a written price list, by the names of their fields in the upload form. */
export const LIST_COLUMNS = [
  'article',
  'title',
  'manufacturer',
  'code',
  'price',
  'amount',
  'weight',
  'width',
  'height',
  'length',
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

/** A row by the names of its columns; a number is a stock or a size. */
export type ListRow = Readonly<Partial<Record<ListColumn, string | number>>>;

/** Writes rows as the importer reads them best: a .csv with a header, every cell in quotes. Answers how many there were. */
export async function writePriceFile(
  file: string,
  rows: AsyncIterable<ListRow> | Iterable<ListRow>,
): Promise<number> {
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    yield line(LIST_COLUMNS);
    for await (const row of rows) {
      count += 1;
      yield line(LIST_COLUMNS.map((column) => cell(row[column] ?? '')));
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return count;
}

/** The form fields that read such a file, with only these of its columns. */
export function fieldsOfList(columns: ReadonlySet<ListColumn>): FormFields {
  const places = LIST_COLUMNS.map((name, at) => [name, columns.has(name) ? String(at + 1) : '']);
  return { ...Object.fromEntries(places), startRow: '2' };
}

const cell = (value: string | number): string => (typeof value === 'number' ? amountCell(value) : value);
const line = (cells: readonly string[]): string =>
  `${cells.map((text) => `"${text.replace(/\s+/gu, ' ').replaceAll('"', '""')}"`).join(';')}\r\n`;
