import type { Column } from '../../sheets/columns.ts';

export type OwnColumnId =
  | 'number'
  | 'article'
  | 'title'
  | 'price'
  | 'amount'
  | 'manufacturer'
  | 'stock'
  | 'brand'
  | 'positionId';

export interface OwnColumn extends Column {
  readonly id: OwnColumnId;
}

/** The columns of our own price list, in order. The provider is told only as «Склад № n». */
export const OWN_COLUMNS: readonly OwnColumn[] = [
  { id: 'number', header: '№ п/п', width: 9, kind: 'integer' },
  { id: 'article', header: 'Артикул', width: 24, kind: 'text' },
  { id: 'title', header: 'Наименование', width: 60, kind: 'text' },
  { id: 'price', header: 'Цена, ₽', width: 14, kind: 'money' },
  { id: 'amount', header: 'Количество', width: 13, kind: 'amount' },
  { id: 'manufacturer', header: 'Производитель', width: 22, kind: 'text' },
  { id: 'stock', header: 'Склад', width: 14, kind: 'text' },
  { id: 'brand', header: 'Бренд', width: 22, kind: 'text' },
  { id: 'positionId', header: '№ позиции в каталоге', width: 22, kind: 'integer' },
];

/** Without these a row could not be matched with its position, or the match not be checked. */
const NEEDED: readonly OwnColumnId[] = ['positionId', 'article', 'brand'];

/**
 * Where each of our columns stands (index from 0) in a header row; null when the row is not the header of our own
 * price list. Columns may have been moved, and those without which a position can be told may be gone.
 */
export function ownColumns(
  headerRow: readonly unknown[],
): Readonly<Partial<Record<OwnColumnId, number>>> | null {
  const texts = headerRow.map((cell) => (typeof cell === 'string' ? cell.trim() : ''));
  const places: Partial<Record<OwnColumnId, number>> = {};
  for (const { id, header } of OWN_COLUMNS) {
    const index = texts.indexOf(header);
    if (index !== -1) places[id] = index;
  }
  return NEEDED.every((id) => places[id] !== undefined) ? places : null;
}

/** Whether a header row is that of our own price list. */
export const isOwnPriceList = (headerRow: readonly unknown[]): boolean => ownColumns(headerRow) !== null;
