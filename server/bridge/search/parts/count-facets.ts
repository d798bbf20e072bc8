import type { PositionColumns } from '../columns/position-columns.ts';
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
  readonly passing: readonly number[];
  readonly counts: FacetCounts;
}

/** Values below it are counted without a larger array. */
const START = 64;

/** Counts each value once for each part; values are numbers from 1 that lie close together. */
class PartCounter {
  #counts = new Int32Array(START);
  #lastPart = new Int32Array(START);
  readonly #met: number[] = [];

  add(value: number, part: number): void {
    if (value >= this.#counts.length) this.#grow(value);
    if (this.#lastPart[value] === part) return;
    this.#lastPart[value] = part;
    if (this.#counts[value] === 0) this.#met.push(value);
    this.#counts[value] = (this.#counts[value] as number) + 1;
  }

  #grow(value: number): void {
    const [counts, lastPart] = [this.#counts, this.#lastPart];
    this.#counts = new Int32Array(2 * value);
    this.#counts.set(counts);
    this.#lastPart = new Int32Array(2 * value);
    this.#lastPart.set(lastPart);
  }

  counts(): ReadonlyMap<number, number> {
    return new Map(this.#met.map((value) => [value, this.#counts[value] as number]));
  }
}

/** Holds the visible offers of each part against the filters: one walk over numbers, no row is read. */
export function countFacets(columns: PositionColumns, sight: OfferSight, parts: Int32Array): CountedParts {
  const { next, brand, provider } = columns.of;
  const counters = { maker: new PartCounter(), brand: new PartCounter(), provider: new PartCounter() };
  const passing: number[] = [];
  let inStock = 0;
  let photo = 0;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as number;
    const maker = columns.makerOf(part);
    let passes = false;
    let stocked = false;
    let pictured = false;
    for (let id = columns.firstOf(part); id !== 0; id = next[id] as number) {
      if (!sight.isVisible(id)) continue;
      const fails = sight.failsOf(id, maker);
      if (fails === 0) passes = true;
      if (maker !== 0 && (fails & ~FAILS.maker) === 0) counters.maker.add(maker, part);
      if ((fails & ~FAILS.brand) === 0) counters.brand.add(brand[id] as number, part);
      if ((fails & ~FAILS.provider) === 0) counters.provider.add(provider[id] as number, part);
      if ((fails & ~FAILS.inStock) === 0 && sight.isInStock(id)) stocked = true;
      if ((fails & ~FAILS.photo) === 0 && sight.hasPhoto(id)) pictured = true;
    }
    if (passes) passing.push(at);
    if (stocked) inStock++;
    if (pictured) photo++;
  }
  return {
    passing,
    counts: {
      maker: counters.maker.counts(),
      brand: counters.brand.counts(),
      provider: counters.provider.counts(),
      inStock,
      photo,
    },
  };
}
