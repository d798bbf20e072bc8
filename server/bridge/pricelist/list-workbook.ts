import type { Readable } from 'node:stream';
import type { ListSearchAnswer, ListSearchRow, Position } from '../../../contract/bridge.ts';
import type { Column } from '../../sheets/columns.ts';
import { ownColumn } from '../../sheets/own-columns.ts';
import { xlsxStream } from '../../sheets/stream.ts';
import type { SheetRow } from '../../sheets/xlsx.ts';

const SHOWN = ['article', 'title', 'manufacturer', 'brand', 'stock', 'amount', 'price'] as const;
const COLUMNS: readonly Column[] = [{ header: 'Запрос', width: 24, kind: 'text' }, ...SHOWN.map(ownColumn)];
const NOT_FOUND = 'не найдено';

/** The outcome of a search by list as an .xlsx: a row per found position, one that says so per article without any. */
export function listWorkbook({ rows }: ListSearchAnswer): Readable {
  const table = rows.flatMap(tableRows);
  return xlsxStream({ name: 'Поиск списком', columns: COLUMNS, rowCount: table.length, rows: table });
}

const tableRows = ({ article, positions }: ListSearchRow): SheetRow[] =>
  positions.length === 0
    ? [[article, '', NOT_FOUND, '', '', '', '', '']]
    : positions.map((position) => [
        article,
        position.article,
        position.title,
        position.manufacturer ?? '',
        position.brantTitle,
        position.stock,
        position.amount,
        kopecks(position),
      ]);

/** Prices travel as two-decimal strings. */
const kopecks = ({ price }: Position): number => Number(price.replace('.', ''));
