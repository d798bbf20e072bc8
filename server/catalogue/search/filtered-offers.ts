import type { PartFilters } from '../context/search-questions.ts';
import {
  BRAND,
  DAY,
  FLAGS,
  factsAt,
  HAS_PHOTO,
  IN_STOCK,
  IS_VISIBLE,
  NEXT,
  type PositionColumns,
  PROVIDER,
} from '../search-index/position-columns.ts';

/** Everything. */
export const NO_FILTERS: PartFilters = {
  maker: '',
  brandId: 0,
  providerId: 0,
  inStock: false,
  photo: false,
  priceFrom: null,
  priceTo: null,
};

/** The filters as bits: what an offer fails. */
export const FAILS = { maker: 1, brand: 2, provider: 4, inStock: 8, photo: 16, price: 32 } as const;

export const isFiltered = (filters: PartFilters): boolean =>
  filters.maker !== '' ||
  filters.brandId > 0 ||
  filters.providerId > 0 ||
  filters.inStock ||
  filters.photo ||
  filters.priceFrom !== null ||
  filters.priceTo !== null;

/** What an offer is held against, on one day. */
export interface OfferSight {
  /** No filter is set: nothing fails. */
  readonly isOpen: boolean;
  /** The first price day that still counts. */
  readonly liveDay: number;
  /** Whether visitors see the position. */
  isVisible(id: number): boolean;
  isInStock(id: number): boolean;
  /** Kopecks; 0 where there is no price, or one that counts no more. */
  priceOf(id: number): number;
  amountOf(id: number): number;
  hasPhoto(id: number): boolean;
  /** The bits of the filters that the offer fails, `makerOfPart` being the number of its part's maker. */
  failsOf(id: number, makerOfPart: number): number;
}

/** The offers as the columns show them; prices that were last confirmed before `liveDay` count no more. */
export function sightOf(columns: PositionColumns, filters: PartFilters, liveDay: number): OfferSight {
  const { facts, price, amount } = columns;
  const maker = filters.maker === '' ? null : columns.makerNumber(filters.maker);
  const from = filters.priceFrom ?? 0;
  const to = filters.priceTo ?? Number.POSITIVE_INFINITY;
  const isPriced = filters.priceFrom !== null || filters.priceTo !== null;
  const has = (id: number, flag: number) => ((facts[factsAt(id) + FLAGS] as number) & flag) !== 0;
  const isLive = (id: number) => (facts[factsAt(id) + DAY] as number) >= liveDay;
  const priceOf = (id: number) => (isLive(id) ? (price[id] as number) : 0);
  const isInStock = (id: number) => has(id, IN_STOCK) && isLive(id);
  return {
    isOpen: !isFiltered(filters),
    liveDay,
    isVisible: (id) => has(id, IS_VISIBLE),
    isInStock,
    priceOf,
    amountOf: (id) => (isLive(id) ? (amount[id] as number) : 0),
    hasPhoto: (id) => has(id, HAS_PHOTO),
    failsOf(id, makerOfPart) {
      let fails = 0;
      if (maker !== null && makerOfPart !== maker) fails |= FAILS.maker;
      if (filters.brandId > 0 && facts[factsAt(id) + BRAND] !== filters.brandId) fails |= FAILS.brand;
      if (filters.providerId > 0 && facts[factsAt(id) + PROVIDER] !== filters.providerId) fails |= FAILS.provider;
      if (filters.inStock && !isInStock(id)) fails |= FAILS.inStock;
      if (filters.photo && !has(id, HAS_PHOTO)) fails |= FAILS.photo;
      if (isPriced) {
        const own = priceOf(id);
        if (own === 0 || own < from || own > to) fails |= FAILS.price;
      }
      return fails;
    },
  };
}

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
export function sumsOf(sight: OfferSight, offers: readonly number[]): Pick<PartFigures, 'priceFrom' | 'amount'> {
  let lowest = Number.POSITIVE_INFINITY;
  let amount = 0;
  for (const id of offers) {
    lowest = Math.min(lowest, priceRank(sight.priceOf(id)));
    amount += sight.amountOf(id);
  }
  // A sum of tenths is to show no tail of 0.1 + 0.2.
  return { priceFrom: Number.isFinite(lowest) ? lowest : null, amount: Math.round(amount * 1e6) / 1e6 };
}
