import { createWriteStream } from 'node:fs';
import { type Column, type SheetRow, writeXlsx } from '../../server/platform/sheets/write-xlsx.ts';
import type { BenchPosition } from './positions.ts';

/** A supplier's price list: the upload form's default columns first, then the rest of what it can read. */
const COLUMNS: readonly (Column & { readonly value: (position: BenchPosition) => string | number })[] = [
  { header: 'Артикул', width: 24, kind: 'text', value: ({ article }) => article },
  { header: 'Наименование', width: 60, kind: 'text', value: ({ title }) => title },
  { header: 'Цена', width: 14, kind: 'money', value: ({ price }) => price },
  { header: 'Остаток', width: 13, kind: 'amount', value: ({ amount }) => amount },
  { header: 'Производитель', width: 22, kind: 'text', value: ({ manufacturer }) => manufacturer },
];

const PAGE = 1_000;

async function* pagesOf(positions: Iterable<BenchPosition>): AsyncGenerator<SheetRow[]> {
  let page: SheetRow[] = [];
  for (const position of positions) {
    page.push(COLUMNS.map(({ value }) => value(position)));
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Writes `count` positions as an .xlsx price list under a header row, in flat memory; there must be that many. */
export const writePriceList = (file: string, positions: Iterable<BenchPosition>, count: number): Promise<void> =>
  writeXlsx({ name: 'Прайс', columns: COLUMNS, rowCount: count, rows: pagesOf(positions) }, createWriteStream(file));
