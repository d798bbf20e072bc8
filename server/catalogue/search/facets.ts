// Counts, for each value of each filter, the found parts that have it.

import { type Filter, type FilterName, filtersAs } from '../../../contract/catalogue/filters.ts';
import { groupOffers } from '../parts/offer-groups.ts';
import {
  DAY,
  FLAGS,
  factsAt,
  flagOf,
  IS_VISIBLE,
  meantBy,
  NEXT,
  type PositionColumns,
  slotOf,
} from '../search-index/position-columns.ts';
import { failureOf, NONE, type OfferView, SEVERAL } from './filtered-offers.ts';

export type ValueCounts = ReadonlyMap<number, number>;

/** Of names that stand in several values of one part by how much the counts of these say too much. */
type NamedTwice = Map<string, number>;

/** How many parts each value would leave, every filter counted with all the others applied but its own. */
export type FacetCounts = Readonly<
  Record<FilterName<'choice'>, ValueCounts> &
    Record<FilterName<'switch'>, number> & { readonly namedTwice: ReadonlyMap<FilterName, NamedTwice> }
>;

interface CountedParts {
  /** Indexes in `parts` of those with an offer that passes all filters. */
  readonly passing: Int32Array;
  readonly counts: FacetCounts;
}

/** Parts whose first positions are touched at a time. */
const AHEAD = 64;

/** Brings the first positions of parts nearer: memory answers several questions at once. The sum is of no account. */
function touch(facts: Int32Array, first: Int32Array, parts: Int32Array, from: number): number {
  const end = Math.min(from + AHEAD, parts.length);
  let sum = 0;
  for (let place = from; place < end; place++) sum ^= facts[factsAt(first[parts[place] as number] as number)] as number;
  return sum;
}

interface Counts {
  readonly passing: Int32Array;
  passed: number;
  /** Of the values of all choices, those of each from its offset. */
  readonly cells: Cells;
  readonly switches: Int32Array;
  readonly named: NamedOnce;
  touched: number;
}

/**
 * Counts by cell, kept from one search to the next: a search for one article finds few values of a hundred thousand, and
 * neither makes nor walks arrays of all.
 */
interface Cells {
  readonly counts: Int32Array;
  /** By cell the mark of the part that was counted last, so that each part counts once. */
  readonly countedFor: Int32Array;
  /** Cells that are not 0. */
  readonly used: number[];
  /** Grows with each part. */
  mark: number;
}

const cellsOf = new WeakMap<PositionColumns, Cells>();
const MARKS_MAX = 2 ** 31 - 1;

/** Room for so many cells, and for the marks of so many parts. */
function emptyCells(columns: PositionColumns, size: number, parts: number): Cells {
  const known = cellsOf.get(columns);
  // What a search left that failed is not counted on.
  if (known && known.used.length === 0 && known.counts.length >= size && known.mark + parts < MARKS_MAX) return known;
  const room = Math.ceil(size * 1.25);
  const made = { counts: new Int32Array(room), countedFor: new Int32Array(room), used: [], mark: 0 };
  cellsOf.set(columns, made);
  return made;
}

/** Never for the value 0, which is none. */
function count(cells: Cells, cell: number): void {
  const before = cells.counts[cell] as number;
  if (before === 0) cells.used.push(cell);
  cells.counts[cell] = before + 1;
}

/** Choices that each position has of its own, and then those that the positions of a part share. */
const OWN_CHOICES = filtersAs('choice').filter((filter) => !('shared' in filter));
const CHOICE_FILTERS = [...OWN_CHOICES, ...filtersAs('choice').filter((filter) => 'shared' in filter)];
const OWN = OWN_CHOICES.length;
const SWITCH_FILTERS = filtersAs('switch');
/** Choices whose values name several, by which a part with offers of different ones is found once. */
const IS_NAMING = Uint8Array.from(OWN_CHOICES, (filter) => ('many' in filter ? 1 : 0));

/** Sees to it that a name counts once for a part, in however many of its values it stands. */
class NamedOnce {
  readonly twice = new Map<FilterName, NamedTwice>();
  /** By choice the part for which a value was last counted, by its mark, and the first one: most parts have no other. */
  readonly #marks = new Int32Array(OWN);
  readonly #first = new Int32Array(OWN);
  /** By choice the values that were counted for the part beside the first. */
  readonly #others = OWN_CHOICES.map((): number[] => []);
  readonly #columns: PositionColumns;
  /** Whether the part has several values of some choice. */
  isSeveral = false;

  constructor(columns: PositionColumns) {
    this.#columns = columns;
  }

  add(choice: number, value: number, mark: number): void {
    if (this.#marks[choice] !== mark) {
      this.#marks[choice] = mark;
      this.#first[choice] = value;
      return;
    }
    this.#others[choice]?.push(value);
    this.isSeveral = true;
  }

  /** To be called behind each part that has several values. */
  endPart(): void {
    for (const [choice, values] of this.#others.entries()) {
      if (values.length > 0)
        this.#count(OWN_CHOICES[choice] as Filter<'choice'>, [this.#first[choice] as number, ...values]);
      values.length = 0;
    }
    this.isSeveral = false;
  }

  #count({ name, column }: Filter<'choice'>, values: readonly number[]): void {
    const texts = this.#columns.texts(column);
    const twice = this.twice.get(name) ?? new Map<string, number>();
    const seen = new Set<string>();
    for (const value of values)
      for (const member of texts.membersOf(value)) {
        if (seen.has(member)) twice.set(member, (twice.get(member) ?? 0) + 1);
        seen.add(member);
      }
    this.twice.set(name, twice);
  }
}
const SLOTS = Int32Array.from(CHOICE_FILTERS, ({ column }) => slotOf(column));
/** Where the choices lie that the positions of a part share. */
const SHARED_SLOTS = Int32Array.from(new Set(SLOTS.subarray(OWN)));
const CHOICE_NUMBERS = Int32Array.from(CHOICE_FILTERS, ({ name }) => failureOf(name));
const flagsOf = (filters: readonly Filter<'switch'>[]) => filters.reduce((all, { column }) => all | flagOf(column), 0);
const EXPIRING = flagsOf(SWITCH_FILTERS.filter((filter) => 'expires' in filter));
/** The switches that count an offer, by what it fails. */
const COUNTING = new Int32Array(SEVERAL + 1);
COUNTING[NONE] = flagsOf(SWITCH_FILTERS);
for (const filter of SWITCH_FILTERS) COUNTING[failureOf(filter.name)] = flagOf(filter.column);

/** Holds the visible offers of each part against the filters: one walk over numbers, no row is read. */
export function countFacets(columns: PositionColumns, sight: OfferView, parts: Int32Array): CountedParts {
  const ends = CHOICE_FILTERS.map(({ column }) => columns.endOf(column));
  const offsets = Int32Array.from(ends, (_, at) => ends.slice(0, at).reduce((sum, end) => sum + end, 0));
  const counts: Counts = {
    passing: new Int32Array(parts.length),
    passed: 0,
    cells: emptyCells(
      columns,
      ends.reduce((sum, end) => sum + end, 0),
      parts.length,
    ),
    switches: new Int32Array(SWITCH_FILTERS.length),
    named: new NamedOnce(columns),
    touched: 0,
  };
  countOffers(columns, sight, parts, offsets, counts);
  const found = takeCounts(counts.cells, offsets);
  const ofChoices = CHOICE_FILTERS.map(({ name }, at) => [name, found[at]] as const);
  const ofSwitches = SWITCH_FILTERS.map(({ name }, at) => [name, counts.switches[at]] as const);
  return {
    passing: counts.passing.subarray(0, counts.passed),
    counts: Object.fromEntries<unknown>([
      ...ofChoices,
      ...ofSwitches,
      ['namedTwice', counts.named.twice],
    ]) as unknown as FacetCounts,
  };
}

/** By choice the counts of its values; leaves the cells empty. */
function takeCounts({ counts, used }: Cells, offsets: Int32Array): ValueCounts[] {
  const found = CHOICE_FILTERS.map(() => new Map<number, number>());
  for (const cell of used) {
    let choice = offsets.length - 1;
    while ((offsets[choice] as number) > cell) choice--;
    const value = cell - (offsets[choice] as number);
    found[choice]?.set(value, counts[cell] as number);
    counts[cell] = 0;
  }
  used.length = 0;
  return found;
}

function countOffers(columns: PositionColumns, sight: OfferView, parts: Int32Array, offsets: Int32Array, into: Counts) {
  const { facts, first } = columns;
  const { isOpen, liveDay } = sight;
  const { passing, cells, switches, named } = into;
  const { countedFor } = cells;
  // By choice that is shared the last part with an offer that fails nothing else.
  const sharedFor = new Int32Array(SLOTS.length);
  const meanings = CHOICE_FILTERS.map(({ column }) => columns.valuesOf(column));
  let passed = 0;
  for (let place = 0; place < parts.length; place++) {
    if (place % AHEAD === 0) into.touched ^= touch(facts, first, parts, place);
    const part = parts[place] as number;
    const mark = ++cells.mark;
    const head = first[part] as number;
    const isAlone = (facts[factsAt(head) + NEXT] as number) === 0;
    const priced = sight.fitsPrice ? pricedAsAsked(columns, sight, sight.fitsPrice, part) : 'all';
    if (priced === 'none') continue;
    if (priced === 'some') {
      if (countPriced(columns, sight, part, offsets, into)) passing[passed++] = place;
      continue;
    }
    let passes = false;
    let seen = 0;
    let differ = 0;
    const headAt = factsAt(head);
    for (let id = head; id !== 0; ) {
      const at = factsAt(id);
      for (let shared = 0; shared < SHARED_SLOTS.length; shared++) {
        const slot = SHARED_SLOTS[shared] as number;
        differ |= (facts[at + slot] as number) ^ (facts[headAt + slot] as number);
      }
      const fail = isOpen ? NONE : sight.failOf(id, part);
      id = facts[at + NEXT] as number;
      let flags = facts[at + FLAGS] as number;
      if (fail === SEVERAL || (flags & IS_VISIBLE) === 0) continue;
      if ((facts[at + DAY] as number) < liveDay) flags &= ~EXPIRING;
      seen |= flags & (COUNTING[fail] as number);
      if (fail === NONE) passes = true;
      else
        for (let choice = OWN; choice < SLOTS.length; choice++) {
          if (fail === CHOICE_NUMBERS[choice]) sharedFor[choice] = part;
        }
      for (let choice = 0; choice < OWN; choice++) {
        if (fail !== NONE && fail !== CHOICE_NUMBERS[choice]) continue;
        const own = facts[at + (SLOTS[choice] as number)] as number;
        const meant = meanings[choice] as Int32Array | null;
        const value = meant === null ? own : (meant[own] as number);
        if (value === 0) continue;
        const cell = (offsets[choice] as number) + value;
        if (!isAlone) {
          if (countedFor[cell] === mark) continue;
          countedFor[cell] = mark;
        }
        count(cells, cell);
        if (IS_NAMING[choice] === 1) named.add(choice, value, mark);
      }
    }
    if (named.isSeveral) named.endPart();
    for (let choice = OWN; choice < SLOTS.length; choice++) {
      if (!passes && sharedFor[choice] !== part) continue;
      const slot = SLOTS[choice] as number;
      // Most positions have it, so the first one decides.
      const own = facts[headAt + slot] as number;
      const meant = meanings[choice] as Int32Array | null;
      const value = (meant === null ? own : (meant[own] as number)) || (differ && columns.sharedOf(part, slot, meant));
      if (value !== 0) count(cells, (offsets[choice] as number) + value);
    }
    if (passes) passing[passed++] = place;
    for (let at = 0; seen !== 0 && at < switches.length; at++) {
      if ((seen & (2 << at)) !== 0) switches[at] = (switches[at] as number) + 1;
    }
  }
  into.passed = passed;
}

/** How many of the offers of a part that count have a price as asked for: what they come to is the price of one of them. */
function pricedAsAsked(
  { facts, first }: PositionColumns,
  sight: OfferView,
  fits: NonNullable<OfferView['fitsPrice']>,
  part: number,
): 'all' | 'some' | 'none' {
  let [all, fitting] = [0, 0];
  for (let id = first[part] as number; id !== 0; id = facts[factsAt(id) + NEXT] as number) {
    if (!sight.isVisible(id) || sight.failOf(id, part) === SEVERAL) continue;
    all++;
    if (fits(sight.priceOf(id) || null)) fitting++;
  }
  return fitting === 0 ? 'none' : fitting === all ? 'all' : 'some';
}

/**
 * The same for one part of which some offers have another price than the one asked for: it is that of the part, so each
 * value is judged by what the offers come to that it would leave. Whether the part passes.
 */
function countPriced(
  columns: PositionColumns,
  sight: OfferView,
  part: number,
  offsets: Int32Array,
  { cells, switches, named }: Counts,
): boolean {
  const offers: { readonly id: number; readonly fail: number }[] = [];
  for (let id = columns.firstOf(part); id !== 0; id = columns.fact(id, NEXT)) {
    const fail = sight.isVisible(id) ? sight.failOf(id, part) : SEVERAL;
    if (fail !== SEVERAL) offers.push({ id, fail });
  }
  const leaving = (failure: number) =>
    offers.filter(({ fail }) => fail === NONE || fail === failure).map(({ id }) => id);
  const idsFit = (ids: readonly number[]) =>
    ids.length > 0 && sight.fitsPrice?.(groupOffers(ids.map(sight.factsOf)).priceFrom) === true;
  for (const [choice, { column }] of CHOICE_FILTERS.entries()) {
    const ids = leaving(CHOICE_NUMBERS[choice] as number);
    const slot = SLOTS[choice] as number;
    const from = offsets[choice] as number;
    if (choice < OWN) {
      const values = columns.valuesOf(column);
      const byValue = Map.groupBy(ids, (id) => meantBy(values, columns.fact(id, slot)));
      for (const [value, some] of byValue) {
        if (value === 0 || !idsFit(some)) continue;
        count(cells, from + value);
        if (IS_NAMING[choice] === 1) named.add(choice, value, cells.mark);
      }
    } else {
      const value = columns.sharedOf(part, slot, columns.valuesOf(column));
      if (value !== 0 && idsFit(ids)) count(cells, from + value);
    }
  }
  if (named.isSeveral) named.endPart();
  for (const [at, filter] of SWITCH_FILTERS.entries()) {
    const isOn = (id: number) =>
      (columns.fact(id, FLAGS) & flagOf(filter.column)) !== 0 &&
      (!('expires' in filter) || columns.fact(id, DAY) >= sight.liveDay);
    if (idsFit(leaving(failureOf(filter.name)).filter(isOn))) switches[at] = (switches[at] as number) + 1;
  }
  return idsFit(leaving(NONE));
}
