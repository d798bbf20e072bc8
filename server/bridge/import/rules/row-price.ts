import { type Cell, EMPTY_CELL, type SheetRow } from '../../../sheets/read/cell.ts';
import type { GivenColumns } from './columns.ts';
import { currencyIn } from './currency-cell.ts';
import { type Notes, percentOf } from './fields.ts';
import { type PriceRules, readPrice } from './price.ts';
import type { LeftOut, SkipRules } from './skipping.ts';

/** The selling price of a row in kopecks, or why the row is left out; undefined where no price column is given. */
export function rowPrice(
  cells: SheetRow['cells'],
  rules: GivenColumns & PriceRules & SkipRules,
  notes: Notes,
): number | LeftOut | undefined {
  const { price: column, profitColumn = 0, currencyColumn = 0 } = rules.columns;
  if (column === undefined) return undefined;
  const cellIn = (place: number): Cell => cells.get(place) ?? EMPTY_CELL;
  const cell = cellIn(column);
  const percent = cellIn(profitColumn);
  const said = {
    percent: percent.kind === 'empty' ? null : percentOf(percent, profitColumn, notes),
    currency: cell.kind === 'empty' ? null : currencyIn(cellIn(currencyColumn), currencyColumn, notes),
  };
  const { kopecks, isOutside } = readPrice(cell, column, rules, said, notes);
  if (notes.errors.length > 0) return kopecks;
  const leftOut = { column, text: cell.text };
  if (isOutside)
    return { ...leftOut, code: 'left-out-price', message: 'Строка пропущена: цена вне заданных границ' };
  if (kopecks === 0 && rules.priceless === 'skip')
    return { ...leftOut, code: 'left-out-priceless', message: 'Строка пропущена: в\u00a0ней нет цены' };
  return kopecks;
}
