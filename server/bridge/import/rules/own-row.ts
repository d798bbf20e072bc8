import type { RowReport } from '../../../../contract/bridge.ts';
import { columnsReadAs } from '../../../../contract/columns-by-use.ts';
import { POSITION_COLUMNS } from '../../../../contract/position-columns.ts';
import { OWN_COLUMNS, type OwnColumnId } from '../../../sheets/own-columns.ts';
import { EMPTY_CELL, type SheetRow } from '../../../sheets/read/cell.ts';
import { articleKey } from '../../../text/article-key.ts';
import { amountOf } from './fields.ts';
import { numberOf, readNumber } from './numbers.ts';
import { PLAIN_PRICES, readPrice } from './price.ts';
import { createRemark } from './report.ts';
import type { FieldsInMaking, PositionFields } from './row.ts';
import { STOCK_WORDS } from './stock-words.ts';
import { termOf } from './terms.ts';
import { cleanText, cutText } from './text.ts';

export type OwnColumnMap = Readonly<Partial<Record<OwnColumnId, number>>>;

/** A row of our own price list; the position is told by its id, the rest must agree. */
export interface OwnCandidate {
  readonly row: number;
  readonly positionId: number;
  readonly key: string;
  readonly article: string;
  readonly brand: string;
  readonly fields: PositionFields;
}

export type OwnRowReading =
  | { readonly kind: 'position'; readonly candidate: OwnCandidate; readonly warnings: readonly RowReport[] }
  | { readonly kind: 'skipped'; readonly warning: RowReport }
  | { readonly kind: 'failed'; readonly errors: readonly RowReport[] };

/** Our own prices are what they are. */
const NOTHING_SAID = { percent: null, currency: null };

/** The texts that our own price list takes back; a manufacturer is part of the identity. */
const TEXTS = OWN_COLUMNS.flatMap(({ id, name }) => {
  const read = columnsReadAs('text').find((text) => text === name);
  return read ? [{ name: read, id, max: POSITION_COLUMNS[read].imported.max }] : [];
});

/** Reads a row of a file that this shop made itself. */
export function readOwnRow({ row, cells }: SheetRow, columns: OwnColumnMap): OwnRowReading {
  const cellOf = (name: OwnColumnId) => cells.get(columns[name] ?? 0) ?? EMPTY_CELL;
  const idCell = cellOf('positionId');
  const article = cleanText(cellOf('article').text);
  const key = articleKey(article);
  if (key === '') {
    return {
      kind: 'skipped',
      warning: createRemark(
        row,
        columns.article ?? null,
        'no-article',
        'Нет артикула, строка пропущена',
        article,
      ),
    };
  }
  const reading = idCell.kind === 'empty' ? null : readNumber(idCell);
  const positionId = reading?.kind === 'value' ? numberOf(reading.value) : 0;
  if (!Number.isSafeInteger(positionId) || positionId < 1) {
    const message = 'Номер позиции не прочитан, ожидалось целое число из нашего прайса';
    return {
      kind: 'failed',
      errors: [createRemark(row, columns.positionId ?? null, 'no-position-id', message, idCell.text)],
    };
  }
  const errors: RowReport[] = [];
  const warnings: RowReport[] = [];
  const notes = { row, errors, warnings };
  const fields: FieldsInMaking = {};
  for (const { name, id, max } of TEXTS) {
    const cell = cellOf(id);
    if (cell.kind !== 'empty') fields[name] = cutText(cleanText(cell.text), max);
  }
  if (columns.price)
    fields.price = readPrice(cellOf('price'), columns.price, PLAIN_PRICES, NOTHING_SAID, notes).kopecks;
  if (columns.amount) fields.amount = amountOf(cellOf('amount'), columns.amount, STOCK_WORDS, notes);
  for (const name of ['delivery', 'lot'] as const) {
    const column = columns[name];
    const said = column && termOf(name, cellOf(name), column, notes);
    if (said !== undefined) fields[name] = said;
  }
  if (errors.length > 0) return { kind: 'failed', errors };
  const brand = cleanText(cellOf('brand').text);
  return { kind: 'position', candidate: { row, positionId, key, article, brand, fields }, warnings };
}
