import type { SheetRow } from '../../../sheets/read/cell.ts';
import { currencyInHeading } from '../rules/money.ts';
import { findHeader } from './header-rows.ts';

/** What the rows above the data call the column of the price, and the currency that this names. */
export interface PriceHeading {
  readonly text: string;
  readonly currency: string;
}

/** The currency in the heading of a column of prices; null where it names none. */
export function priceHeading(head: readonly SheetRow[], column: number | undefined): PriceHeading | null {
  if (column === undefined) return null;
  const last = head.at(-1)?.cells.get(column)?.text ?? '';
  const text = findHeader(head).names.get(column) ?? last;
  const currency = currencyInHeading(text);
  return currency === null ? null : { text, currency };
}
