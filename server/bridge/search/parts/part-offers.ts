import { factsAt, NEXT, type PositionColumns } from '../columns/position-columns.ts';
import type { OfferSight } from './filters.ts';

/** What a list says of a part: of those of its offers that pass the filters. */
export interface PartFigures {
  /** Ids: those in stock first, then the cheapest, those without a price last. */
  readonly offers: readonly number[];
  /** Kopecks; null where no offer has a price. */
  readonly priceFrom: number | null;
  readonly amount: number;
}

/** Ids of the offers of a part that visitors see and that pass the filters, in any order. */
export function passingOffers(columns: PositionColumns, sight: OfferSight, part: number): number[] {
  const { facts } = columns;
  const maker = columns.makerOf(part);
  const offers: number[] = [];
  for (let id = columns.firstOf(part); id !== 0; id = facts[factsAt(id) + NEXT] as number) {
    if (sight.isVisible(id) && sight.failsOf(id, maker) === 0) offers.push(id);
  }
  return offers;
}

const priceRank = (price: number): number => (price === 0 ? Number.POSITIVE_INFINITY : price);

/** The figures of a part. */
export function figuresOf(columns: PositionColumns, sight: OfferSight, part: number): PartFigures {
  const offers = passingOffers(columns, sight, part);
  const rank = (id: number) => ({ stock: sight.isInStock(id) ? 0 : 1, price: priceRank(sight.priceOf(id)) });
  offers.sort((one, other) => {
    const [first, second] = [rank(one), rank(other)];
    if (first.stock !== second.stock) return first.stock - second.stock;
    if (first.price !== second.price) return first.price < second.price ? -1 : 1;
    return one - other;
  });
  return { offers, ...sumsOf(sight, offers) };
}

/** Lowest price and stock of some offers. */
export function sumsOf(
  sight: OfferSight,
  offers: readonly number[],
): Pick<PartFigures, 'priceFrom' | 'amount'> {
  let lowest = Number.POSITIVE_INFINITY;
  let amount = 0;
  for (const id of offers) {
    lowest = Math.min(lowest, priceRank(sight.priceOf(id)));
    amount += sight.amountOf(id);
  }
  // A sum of tenths is to show no tail of 0.1 + 0.2.
  return { priceFrom: Number.isFinite(lowest) ? lowest : null, amount: Math.round(amount * 1e6) / 1e6 };
}
