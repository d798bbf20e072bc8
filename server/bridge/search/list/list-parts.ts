import type { ListPart } from '../../../../contract/list-search.ts';
import type { Part } from '../../../../contract/parts.ts';
import { stockTitle, twoDecimals } from '../../position.ts';
import { type PositionColumns, PROVIDER } from '../columns/position-columns.ts';
import type { OfferSight } from '../parts/filters.ts';
import { figuresOf } from '../parts/part-offers.ts';
import { fillWanted, type OfferTake } from './fill-wanted.ts';

/** What a find of a line comes to, kopecks and pieces. */
export interface ListFigures {
  readonly takes: readonly OfferTake[];
  readonly sum: number;
  readonly inStockSum: number;
  readonly unpriced: number;
  readonly short: number;
}

/** How to get so many pieces of a part, and what that comes to. */
export function listFigures(
  columns: PositionColumns,
  sight: OfferSight,
  part: number,
  wanted: number,
): ListFigures {
  const { offers } = figuresOf(columns, sight, part);
  const figures = offers.map((id) => ({
    id,
    price: sight.priceOf(id),
    amount: sight.isInStock(id) ? sight.amountOf(id) : 0,
  }));
  const takes = fillWanted(figures, wanted);
  let [sum, inStockSum, unpriced, short] = [0, 0, 0, 0];
  for (const { offer, amount, inStock } of takes) {
    sum += offer.price * amount;
    inStockSum += offer.price * inStock;
    if (offer.price === 0) unpriced += amount;
    short += amount - inStock;
  }
  return { takes, sum, inStockSum, unpriced, short };
}

/** The same as it is answered. */
export const listPart = (
  columns: PositionColumns,
  part: Part,
  { takes, sum, unpriced, short }: ListFigures,
): ListPart => ({
  ...part,
  takes: takes.map(({ offer, amount, inStock }) => ({
    positionId: offer.id,
    stock: stockTitle(columns.fact(offer.id, PROVIDER)),
    amount,
    inStock,
    price: offer.price === 0 ? null : twoDecimals(offer.price),
  })),
  sum: twoDecimals(sum),
  unpriced,
  short,
});
