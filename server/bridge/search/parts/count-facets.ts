import {
  BRAND,
  DAY,
  FLAGS,
  factsAt,
  HAS_PHOTO,
  IN_STOCK,
  IS_VISIBLE,
  MAKER,
  NEXT,
  type PositionColumns,
  PROVIDER,
} from '../columns/position-columns.ts';
import { FAILS, type OfferSight } from './filters.ts';

/** How many parts each value would leave, every filter counted with all the others applied but its own. */
export interface FacetCounts {
  /** By number of the maker. */
  readonly maker: ReadonlyMap<number, number>;
  readonly brand: ReadonlyMap<number, number>;
  readonly provider: ReadonlyMap<number, number>;
  readonly inStock: number;
  readonly photo: number;
}

/** What passes of some parts, and the counts. */
export interface CountedParts {
  /** Indexes in `parts` of those with an offer that passes all filters. */
  readonly passing: Int32Array;
  readonly counts: FacetCounts;
}

/** Counts while a walk goes on; by value, and each value counted once for each part. */
interface Counts {
  readonly passing: Int32Array;
  passed: number;
  readonly maker: Int32Array;
  readonly brand: Int32Array;
  readonly provider: Int32Array;
  inStock: number;
  photo: number;
  touched: number;
}

/** The values that were counted at all. */
function counted(counts: Int32Array): ReadonlyMap<number, number> {
  const met = new Map<number, number>();
  for (let value = 1; value < counts.length; value++) {
    const count = counts[value] as number;
    if (count > 0) met.set(value, count);
  }
  return met;
}

/** Holds the visible offers of each part against the filters: one walk over numbers, no row is read. */
export function countFacets(columns: PositionColumns, sight: OfferSight, parts: Int32Array): CountedParts {
  const counts: Counts = {
    passing: new Int32Array(parts.length),
    passed: 0,
    maker: new Int32Array(columns.makersEnd),
    brand: new Int32Array(columns.brandsEnd),
    provider: new Int32Array(columns.providersEnd),
    inStock: 0,
    photo: 0,
    touched: 0,
  };
  if (sight.isOpen) countAll(columns, sight, parts, counts);
  else countPassing(columns, sight, parts, counts);
  const { passing, passed, maker, brand, provider, inStock, photo } = counts;
  return {
    passing: passing.subarray(0, passed),
    counts: { maker: counted(maker), brand: counted(brand), provider: counted(provider), inStock, photo },
  };
}

/** Parts whose first positions are touched at a time. */
const AHEAD = 64;

/**
 * Brings the first positions of some parts nearer: memory answers several questions at once where none waits for another, and
 * half of the time of a count is waiting for it. The sum is of no account.
 */
function touch(facts: Int32Array, first: Int32Array, parts: Int32Array, from: number): number {
  const end = Math.min(from + AHEAD, parts.length);
  let sum = 0;
  for (let place = from; place < end; place++)
    sum ^= facts[factsAt(first[parts[place] as number] as number)] as number;
  return sum;
}

/** Most positions of a part name its maker, so that the first one tells it. */
const makerAt = (columns: PositionColumns, facts: Int32Array, head: number, part: number): number =>
  (facts[factsAt(head) + MAKER] as number) || columns.makerOf(part);

/** Where nothing is filtered: most searches, and those that find most. */
function countAll(columns: PositionColumns, { liveDay }: OfferSight, parts: Int32Array, into: Counts): void {
  const { facts, first } = columns;
  const { passing, maker: makers, brand: brands, provider: providers } = into;
  const [brandOf, providerOf] = [new Int32Array(brands.length), new Int32Array(providers.length)];
  let [passed, inStock, photo] = [0, 0, 0];
  for (let place = 0; place < parts.length; place++) {
    if (place % AHEAD === 0) into.touched ^= touch(facts, first, parts, place);
    const part = parts[place] as number;
    const head = first[part] as number;
    let seen = 0;
    let stocked = 0;
    for (let id = head; id !== 0; ) {
      const at = factsAt(id);
      const flags = facts[at + FLAGS] as number;
      id = facts[at + NEXT] as number;
      if ((flags & IS_VISIBLE) === 0) continue;
      seen |= flags;
      if ((flags & IN_STOCK) !== 0 && (facts[at + DAY] as number) >= liveDay) stocked = 1;
      const brand = facts[at + BRAND] as number;
      if (brandOf[brand] !== part) {
        brandOf[brand] = part;
        brands[brand] = (brands[brand] as number) + 1;
      }
      const provider = facts[at + PROVIDER] as number;
      if (providerOf[provider] !== part) {
        providerOf[provider] = part;
        providers[provider] = (providers[provider] as number) + 1;
      }
    }
    if (seen === 0) continue;
    passing[passed++] = place;
    const maker = makerAt(columns, facts, head, part);
    makers[maker] = (makers[maker] as number) + 1;
    inStock += stocked;
    if ((seen & HAS_PHOTO) !== 0) photo++;
  }
  Object.assign(into, { passed, inStock, photo });
}

/** Each filter is counted with all the others applied but its own. */
function countPassing(columns: PositionColumns, sight: OfferSight, parts: Int32Array, into: Counts): void {
  const { facts, first } = columns;
  const { passing, maker: makers, brand: brands, provider: providers } = into;
  const [brandOf, providerOf] = [new Int32Array(brands.length), new Int32Array(providers.length)];
  let [passed, inStock, photo] = [0, 0, 0];
  for (let place = 0; place < parts.length; place++) {
    if (place % AHEAD === 0) into.touched ^= touch(facts, first, parts, place);
    const part = parts[place] as number;
    const head = first[part] as number;
    const maker = makerAt(columns, facts, head, part);
    let [passes, made, stocked, pictured] = [0, 0, 0, 0];
    for (let id = head; id !== 0; id = facts[factsAt(id) + NEXT] as number) {
      const at = factsAt(id);
      const flags = facts[at + FLAGS] as number;
      if ((flags & IS_VISIBLE) === 0) continue;
      const fails = sight.failsOf(id, maker);
      if (fails === 0) passes = 1;
      if ((fails & ~FAILS.maker) === 0) made = 1;
      const brand = facts[at + BRAND] as number;
      if ((fails & ~FAILS.brand) === 0 && brandOf[brand] !== part) {
        brandOf[brand] = part;
        brands[brand] = (brands[brand] as number) + 1;
      }
      const provider = facts[at + PROVIDER] as number;
      if ((fails & ~FAILS.provider) === 0 && providerOf[provider] !== part) {
        providerOf[provider] = part;
        providers[provider] = (providers[provider] as number) + 1;
      }
      if ((fails & ~FAILS.inStock) === 0 && sight.isInStock(id)) stocked = 1;
      if ((fails & ~FAILS.photo) === 0 && (flags & HAS_PHOTO) !== 0) pictured = 1;
    }
    if (passes === 1) passing[passed++] = place;
    if (made === 1) makers[maker] = (makers[maker] as number) + 1;
    inStock += stocked;
    photo += pictured;
  }
  Object.assign(into, { passed, inStock, photo });
}
