// Applies the filters of a buyer (price, stock, maker …) to the offers of a part, and sums what passes: lowest price,
// stock.
import { FILTERS, type Filter, type FilterName, filtersAs } from '../../../contract/catalogue/filters.ts';
import type { PartFilters } from '../context/search-questions.ts';
import { groupOffers, type OfferFacts, type OfferGroups } from '../parts/offer-groups.ts';
import {
  DAY,
  FLAGS,
  factsAt,
  flagOf,
  IN_STOCK,
  IS_VISIBLE,
  meantBy,
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
  readonly as: 'choice' | 'switch';
  /** Of a choice: where it lies, whether its part shares it, and what is chosen. */
  readonly slot: number;
  readonly isShared: boolean;
  /** What its slot means, as `PositionColumns.valuesOf`. */
  readonly values: Int32Array | null;
  readonly chosen: number;
  /** By value, 1 where it names what is chosen; null where it is that itself. */
  readonly naming: Uint8Array | null;
  readonly flag: number;
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
  factsOf(id: number): OfferFacts;
  /** Which filters an offer of a part fails, but that of the price: NONE, the one of `failureOf`, or SEVERAL. */
  failOf(id: number, part: number): number;
  /** Null where no price is asked for: else whether this one, in kopecks, is as asked for; none never is. */
  readonly fitsPrice: ((price: number | null) => boolean) | null;
}

function testsOf(columns: PositionColumns, filters: PartFilters, liveDay: number): FilterTest[] {
  return FILTERS.flatMap((filter): FilterTest[] => {
    const set = filters[filter.name];
    // The price is that of a part, not of an offer.
    if (set === undefined || filter.as === 'span') return [];
    const day = 'expires' in filter ? liveDay : Number.NEGATIVE_INFINITY;
    const blank = { slot: 0, isShared: false, values: null, chosen: 0, naming: null, flag: 0 };
    const test = { failure: failureOf(filter.name), ...blank, day };
    if (filter.as === 'choice') {
      const chosen =
        filter.column === 'manufacturer_key'
          ? columns.makerOf(String(set))
          : typeof set === 'string'
            ? columns.texts(filter.column).numberOf(set)
            : Number(set);
      const naming = 'many' in filter ? namesOf(columns, filter.column, String(set)) : null;
      const [slot, values] = [slotOf(filter.column), columns.valuesOf(filter.column)];
      return [{ ...test, as: filter.as, slot, isShared: 'shared' in filter, values, chosen, naming }];
    }
    return [{ ...test, as: filter.as, flag: flagOf(filter.column) }];
  });
}

const [PRICE] = filtersAs('span') as readonly [Filter<'span'>];

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
      const own = facts[at + test.slot] as number;
      const value = test.isShared ? columns.sharedOf(part, test.slot, test.values) : meantBy(test.values, own);
      return test.naming ? test.naming[value as number] === 1 : value === test.chosen;
    }
    if ((facts[at + DAY] as number) < test.day) return false;
    return ((facts[at + FLAGS] as number) & test.flag) !== 0;
  }

  const { [PRICE.name]: span } = filters;
  const [from, to] = span ?? [null, null];
  const priceOf = (id: number) => (isLive(id) ? (price[id] as number) : 0);
  const amountOf = (id: number) => (isLive(id) ? (amount[id] as number) : 0);
  const isInStock = (id: number) => has(id, IN_STOCK) && isLive(id);
  const [marks, machines] = [columns.saidBy('marks'), columns.saidBy('machines')];
  // Made of every offer of a page: a copy of two halves would take twice as long.
  const factsOf = (id: number): OfferFacts => ({
    id,
    isInStock: isInStock(id),
    price: priceOf(id),
    amount: amountOf(id),
    marks: marks(id),
    machines: machines(id),
  });

  return {
    isOpen: tests.length === 0,
    liveDay,
    isVisible: (id) => has(id, IS_VISIBLE),
    ...{ isInStock, priceOf, amountOf, factsOf },
    fitsPrice:
      span === undefined
        ? null
        : (price) => price !== null && price >= (from ?? 0) && price <= (to ?? Number.POSITIVE_INFINITY),
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

/** Ids of the offers of a part that visitors see and that pass the filters, in any order. */
function passingOffers(columns: PositionColumns, sight: OfferView, part: number): number[] {
  const { facts } = columns;
  const offers: number[] = [];
  for (let id = columns.firstOf(part); id !== 0; id = facts[factsAt(id) + NEXT] as number) {
    if (sight.isVisible(id) && sight.failOf(id, part) === NONE) offers.push(id);
  }
  return offers;
}

/** What is said of a part by those of its offers that pass the filters; nothing where its price does not. */
export function figuresOf(columns: PositionColumns, sight: OfferView, part: number): OfferGroups {
  const groups = groupOffers(passingOffers(columns, sight, part).map(sight.factsOf));
  return sight.fitsPrice?.(groups.priceFrom) === false ? groupOffers([]) : groups;
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
  const [head] = offers;
  if (!head) return [];
  const [first, ...others] = takes[0]?.offer === head ? takes : [{ offer: head, amount: 0, inStock: 0 }, ...takes];
  return first ? [{ ...first, amount: first.amount + left }, ...others] : [];
}
