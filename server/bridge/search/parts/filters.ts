import {
  BRAND,
  DAY,
  FLAGS,
  factsAt,
  HAS_PHOTO,
  IN_STOCK,
  IS_VISIBLE,
  type PositionColumns,
  PROVIDER,
} from '../columns/position-columns.ts';

/** Which parts somebody wants to see; '', 0, false and null leave everything in. Prices in kopecks. */
export interface PartFilters {
  /** A manufacturer key. */
  readonly maker: string;
  readonly brandId: number;
  readonly providerId: number;
  readonly inStock: boolean;
  readonly photo: boolean;
  readonly priceFrom: number | null;
  readonly priceTo: number | null;
}

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
      if (filters.providerId > 0 && facts[factsAt(id) + PROVIDER] !== filters.providerId)
        fails |= FAILS.provider;
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
