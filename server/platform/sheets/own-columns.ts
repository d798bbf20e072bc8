/** The columns of the price list that the shop itself exports, and how an upload recognises it. */
import * as columns from '../../../contract/catalogue/columns.ts';
import { isOwnPriceList } from '../../../rules/price-lists/own-price-list.ts';
import type { Column } from './write-xlsx.ts';

type Exported = columns.ColumnsWith<'exported'>;

/** The number of the row, ids of the columns, and what stands in place of a price. */
export type OwnColumnId = 'number' | 'priceNote' | (typeof columns.POSITION_COLUMNS)[Exported]['exported']['id'];

interface OwnColumn extends Column {
  readonly id: OwnColumnId;
  readonly name: Exported | null;
}

/** The columns of our own price list, in order. The provider appears only as «Склад № n». */
export const OWN_COLUMNS: readonly OwnColumn[] = [
  { id: 'number', name: null, header: '№ п/п', width: 9, kind: 'integer' },
  ...columns.columnsInPlace('exported').map((name): OwnColumn => {
    const { id, width, kind } = columns.POSITION_COLUMNS[name].exported;
    return { id, name, header: columns.labelWithUnit(name), width, kind };
  }),
  { id: 'priceNote', name: null, header: 'Примечание к цене', width: 20, kind: 'text' },
];

export function ownColumn(id: OwnColumnId): OwnColumn {
  const column = OWN_COLUMNS.find((own) => own.id === id);
  if (!column) throw new Error(`no column ${id}`);
  return column;
}

/**
 * Indexes from 0 in a header row; null: not ours. Columns may have moved; those that identify nothing may be missing.
 */
export function ownColumns(headerRow: readonly unknown[]): Readonly<Partial<Record<OwnColumnId, number>>> | null {
  if (!isOwnPriceList(headerRow)) return null;
  const texts = headerRow.map((cell) => (typeof cell === 'string' ? cell.trim() : ''));
  const places: Partial<Record<OwnColumnId, number>> = {};
  for (const { id, header } of OWN_COLUMNS) {
    const index = texts.indexOf(header);
    if (index !== -1) places[id] = index;
  }
  return places;
}
