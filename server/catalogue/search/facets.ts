import type { FacetValue, PartFacets } from '../../../contract/catalogue/parts.ts';
import { FACET_VALUES_MAX } from '../../../contract/limits.ts';
import { stockTitle } from '../context/position.ts';
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
} from '../search-index/position-columns.ts';
import type { BrandTitle, SearchIndex } from '../search-index/search-index.ts';
import { FAILS, type OfferSight } from './filtered-offers.ts';

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
interface CountedParts {
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
  for (let place = from; place < end; place++) sum ^= facts[factsAt(first[parts[place] as number] as number)] as number;
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

/** More than any value; a count and a value stand in one number, which sorts ten times as fast as a pair. */
const VALUES = 2 ** 31;

/** The values of the most parts, the first by number where they are of equally many. */
function commonest(counts: ReadonlyMap<number, number>, max: number): [value: number, count: number][] {
  const packed = new Float64Array(counts.size);
  let at = 0;
  for (const [value, count] of counts) packed[at++] = count * VALUES + (VALUES - 1 - value);
  return Array.from(packed.sort().subarray(-max).reverse(), (one) => [
    VALUES - 1 - (one % VALUES),
    Math.floor(one / VALUES),
  ]);
}

const known = new WeakMap<readonly BrandTitle[], ReadonlyMap<number, string>>();

/** The titles of brands by id, made once for as long as none of them changes. */
function brandTitles(brands: readonly BrandTitle[]): ReadonlyMap<number, string> {
  const titles = known.get(brands) ?? new Map(brands.map(({ id, title }) => [id, title]));
  known.set(brands, titles);
  return titles;
}

/** How makers are spelled, by their numbers in the columns, as long as no position changes. */
export class MakerTitles {
  readonly #titles = new Map<number, string>();
  #state: readonly unknown[] = [];

  /** The titles of these makers in that state of the columns; those that no position spells are missing. */
  async of(
    index: SearchIndex,
    columns: PositionColumns,
    state: number,
    makers: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    if (this.#state[0] !== columns || this.#state[1] !== state) this.#titles.clear();
    this.#state = [columns, state];
    const unknown = makers.filter((maker) => !this.#titles.has(maker));
    if (unknown.length === 0) return this.#titles;
    const titles = await index.makerTitles(unknown.map((maker) => columns.positionOf(maker)));
    for (const maker of unknown) {
      const title = titles.get(columns.makerKey(maker));
      if (title !== undefined) this.#titles.set(maker, title);
    }
    return this.#titles;
  }
}

/** The counts with titles for a person: of each filter at most so many values, the commonest first. */
export async function facetAnswers(
  index: SearchIndex,
  columns: PositionColumns,
  counts: FacetCounts,
  makerTitlesOf: (makers: readonly number[]) => Promise<ReadonlyMap<number, string>>,
  max: number = FACET_VALUES_MAX,
): Promise<PartFacets> {
  const makers = commonest(counts.maker, max);
  const titles = await makerTitlesOf(makers.map(([number]) => number));
  const brands = brandTitles(await index.brands());
  const byId = (facet: ReadonlyMap<number, number>, titleOf: (id: number) => string): FacetValue[] =>
    commonest(facet, max).map(([id, count]) => ({ value: String(id), title: titleOf(id), count }));
  return {
    maker: makers.map(([number, count]) => {
      const value = columns.makerKey(number);
      return { value, title: titles.get(number) ?? value, count };
    }),
    brand: byId(counts.brand, (id) => brands.get(id) ?? String(id)),
    provider: byId(counts.provider, stockTitle),
    inStock: counts.inStock,
    photo: counts.photo,
  };
}
