// Applies the filters of a buyer (price, stock, maker …) to the offers of a part, and sums what passes: lowest price,
// stock.
import { POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import { FILTERS, type Filter, type FilterName } from '../../../contract/catalogue/filters.ts';
import type { PartFilters } from '../context/search-questions.ts';
import {
  DAY,
  FLAGS,
  factsAt,
  flagOf,
  IN_STOCK,
  IS_VISIBLE,
  NEXT,
  type PositionColumns,
  slotOf,
} from '../search-index/position-columns.ts';

export const NO_FILTERS: PartFilters = {};

export const isFiltered = (filters: PartFilters): boolean => Object.keys(filters).length > 0;

/** What an offer fails: nothing, the one filter whose number it is, or several. */
export const NONE = 0;
export const SEVERAL = FILTERS.length + 1;
export const failureOf = (name: FilterName): number => 1 + FILTERS.findIndex((filter) => filter.name === name);

/** One filter that is set; of one form for all kinds, which are walked over fast. */
interface FilterTest {
  readonly failure: number;
  readonly as: Filter['as'];
  /** Of a choice: where it lies, whether its part shares it, and what is chosen. */
  readonly slot: number;
  readonly isShared: boolean;
  /** What its slot means, as `PositionColumns.valuesOf`. */
  readonly values: Int32Array | null;
  readonly chosen: number;
  /** By value, 1 where it names what is chosen; null where it is that itself. */
  readonly naming: Uint8Array | null;
  readonly flag: number;
  /** Of a span. */
  readonly numbers: Float64Array;
  readonly from: number;
  readonly to: number;
  /** The first price day that counts. */
  readonly day: number;
}

export interface OfferView {
  /** No filter is set: nothing fails. */
  readonly isOpen: boolean;
  /** The first price day that still counts. */
  readonly liveDay: number;
  isVisible(id: number): boolean;
  isInStock(id: number): boolean;
  /** Kopecks; 0 where there is no price, or one that counts no more. */
  priceOf(id: number): number;
  amountOf(id: number): number;
  /** Which filters an offer of a part fails: NONE, the one of `failureOf`, or SEVERAL. */
  failOf(id: number, part: number): number;
}

const NO_NUMBERS = new Float64Array();

function testsOf(columns: PositionColumns, filters: PartFilters, liveDay: number): FilterTest[] {
  return FILTERS.flatMap((filter): FilterTest[] => {
    const set = filters[filter.name];
    if (set === undefined) return [];
    const day = 'expires' in filter ? liveDay : Number.NEGATIVE_INFINITY;
    const blank = {
      slot: 0,
      isShared: false,
      values: null,
      chosen: 0,
      naming: null,
      flag: 0,
      numbers: NO_NUMBERS,
      from: 0,
      to: 0,
    };
    const test = { failure: failureOf(filter.name), as: filter.as, ...blank, day };
    if (filter.as === 'choice') {
      const chosen = typeof set === 'string' ? columns.texts(filter.column).numberOf(set) : Number(set);
      const naming = 'many' in filter ? namesOf(columns, filter.column, String(set)) : null;
      const [slot, values] = [slotOf(filter.column), columns.valuesOf(filter.column)];
      return [{ ...test, slot, isShared: 'shared' in filter, values, chosen, naming }];
    }
    if (filter.as === 'switch') return [{ ...test, flag: flagOf(filter.column) }];
    const [from, to] = filters[filter.name] ?? [null, null];
    // Where a column has a value for what is not known, 0 is a number as others.
    const least = 'nullable' in POSITION_COLUMNS[filter.column] ? 0 : Number.MIN_VALUE;
    const numbers = columns.measure(filter.column);
    return [{ ...test, numbers, from: Math.max(from ?? 0, least), to: to ?? Number.POSITIVE_INFINITY }];
  });
}

/** The texts of a column that name a value among others. */
function namesOf(columns: PositionColumns, column: Filter<'choice'>['column'], value: string): Uint8Array {
  const texts = columns.texts(column);
  return Uint8Array.from({ length: columns.endOf(column) }, (_, number) =>
    texts.membersOf(number).includes(value) ? 1 : 0,
  );
}

/** The offers as the columns show them; prices that were last confirmed before `liveDay` count no more. */
export function offerView(columns: PositionColumns, filters: PartFilters, liveDay: number): OfferView {
  const { facts } = columns;
  const [price, amount] = [columns.measure('price'), columns.measure('amount')];
  const tests = testsOf(columns, filters, liveDay);
  const has = (id: number, flag: number) => ((facts[factsAt(id) + FLAGS] as number) & flag) !== 0;
  const isLive = (id: number) => (facts[factsAt(id) + DAY] as number) >= liveDay;

  function passes(test: FilterTest, id: number, part: number): boolean {
    const at = factsAt(id);
    if (test.as === 'choice') {
      const value = test.isShared ? columns.sharedOf(part, test.slot, test.values) : facts[at + test.slot];
      return test.naming ? test.naming[value as number] === 1 : value === test.chosen;
    }
    if ((facts[at + DAY] as number) < test.day) return false;
    if (test.as === 'switch') return ((facts[at + FLAGS] as number) & test.flag) !== 0;
    const own = test.numbers[id] as number;
    return own >= test.from && own <= test.to;
  }

  return {
    isOpen: tests.length === 0,
    liveDay,
    isVisible: (id) => has(id, IS_VISIBLE),
    isInStock: (id) => has(id, IN_STOCK) && isLive(id),
    priceOf: (id) => (isLive(id) ? (price[id] as number) : 0),
    amountOf: (id) => (isLive(id) ? (amount[id] as number) : 0),
    failOf(id, part) {
      let failure = NONE;
      for (let at = 0; at < tests.length; at++) {
        const test = tests[at] as FilterTest;
        if (passes(test, id, part)) continue;
        if (failure !== NONE) return SEVERAL;
        failure = test.failure;
      }
      return failure;
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
export function passingOffers(columns: PositionColumns, sight: OfferView, part: number): number[] {
  const { facts } = columns;
  const offers: number[] = [];
  for (let id = columns.firstOf(part); id !== 0; id = facts[factsAt(id) + NEXT] as number) {
    if (sight.isVisible(id) && sight.failOf(id, part) === NONE) offers.push(id);
  }
  return offers;
}

const priceRank = (price: number): number => (price === 0 ? Number.POSITIVE_INFINITY : price);

export function figuresOf(columns: PositionColumns, sight: OfferView, part: number): PartFigures {
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

export function sumsOf(sight: OfferView, offers: readonly number[]): Pick<PartFigures, 'priceFrom' | 'amount'> {
  let lowest = Number.POSITIVE_INFINITY;
  let amount = 0;
  for (const id of offers) {
    lowest = Math.min(lowest, priceRank(sight.priceOf(id)));
    amount += sight.amountOf(id);
  }
  // A sum of tenths is to show no tail of 0.1 + 0.2.
  return { priceFrom: Number.isFinite(lowest) ? lowest : null, amount: Math.round(amount * 1e6) / 1e6 };
}

interface OfferFigures {
  readonly id: number;
  /** Kopecks; 0 where there is no price. */
  readonly price: number;
  readonly amount: number;
}

export interface OfferTake {
  readonly offer: OfferFigures;
  readonly amount: number;
  readonly inStock: number;
}

/** How to get so many pieces from offers in their order; what is in stock nowhere is put on the first of them. */
export function fillWanted(offers: readonly OfferFigures[], wanted: number): OfferTake[] {
  const takes: OfferTake[] = [];
  let left = wanted;
  for (const offer of offers) {
    const inStock = Math.min(left, Math.floor(offer.amount));
    if (inStock <= 0) continue;
    takes.push({ offer, amount: inStock, inStock });
    left -= inStock;
    if (left === 0) return takes;
  }
  const first = takes[0] ?? (offers[0] && { offer: offers[0], amount: 0, inStock: 0 });
  return first ? [{ ...first, amount: first.amount + left }, ...takes.slice(1)] : [];
}
