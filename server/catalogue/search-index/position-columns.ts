// Facts of all positions as columns in memory, by which a search filters, counts and orders; read from the file.

import * as filters from '../../../contract/catalogue/filters.ts';
import { withoutDetail } from '../../../rules/catalogue/offer-wording.ts';
import type { MakerNames } from '../search-words/maker-names.ts';

type ChoiceColumn = filters.Filter<'choice'>['column'];
export type StoredChoice = Exclude<ChoiceColumn, filters.TitleFact>;
type SwitchColumn = filters.Filter<'switch'>['column'];
/** A column whose numbers are compared and added up. */
type Measure = filters.Filter<'span'>['column'] | 'price' | 'amount';

const isStored = (column: ChoiceColumn): column is StoredChoice => !filters.isTitleFact(column);

/** The columns by which results are filtered and that a position has itself, each in the order of the filters. */
export const CHOICES = filters
  .filtersAs('choice')
  .map(({ column }) => column)
  .filter(isStored);
export const SWITCHES: readonly SwitchColumn[] = filters.filtersAs('switch').map(({ column }) => column);
export const MEASURES: readonly Measure[] = [
  ...new Set<Measure>(['price', 'amount', ...filters.filtersAs('span').map(({ column }) => column)]),
];

/** What the columns say of some positions, one after the other. Prices in kopecks, days since the epoch. */
interface PositionFacts {
  readonly id: readonly number[];
  /** 0: not assigned yet, and not visible. */
  readonly part: readonly number[];
  readonly day: readonly number[];
  readonly flags: readonly number[];
  /** How fully it describes its part: the position with the most names it. */
  readonly says: readonly number[];
  /** The number of what its title was read as, 0 for none. */
  readonly reading: readonly number[];
  /** Of each of CHOICES: ids, or texts; 0 and '' for none. */
  readonly choices: readonly (readonly (number | string)[])[];
  readonly measures: readonly (readonly number[])[];
}

/** Flags of a position lie in one number of 32 bits. */
const FLAGS_MAX = 31;
if (SWITCHES.length >= FLAGS_MAX) {
  throw new RangeError(`at most ${FLAGS_MAX - 1} filters of the kind "switch": their flags share a number`);
}
export const IS_VISIBLE = 1;
/** The flag of a column that is neither empty nor 0. */
export const flagOf = (column: SwitchColumn): number => 2 << SWITCHES.indexOf(column);
export const IN_STOCK = flagOf('in_stock');

const START = 1_024;

/** Where the whole numbers of a position lie, which is looked at together. `NEXT`: the next position of its part, 0 at the end. */
export const PART = 0;
export const NEXT = 1;
export const FLAGS = 2;
export const DAY = 3;
export const SAYS = 4;
const READING = 5;
const FIRST_CHOICE = 6;
const FACTS = FIRST_CHOICE + CHOICES.length;

/** Where the value of a choice lies: an id, the number of a text, or that of what the title was read as. */
export const slotOf = (column: ChoiceColumn): number =>
  isStored(column) ? FIRST_CHOICE + CHOICES.indexOf(column) : READING;
export const MAKER = slotOf('manufacturer_key');
export const BRAND = slotOf('brand_id');

export const factsAt = (id: number): number => id * FACTS;

type Numbers = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

function larger<Column extends Numbers>(column: Column, size: number): Column {
  const grown = new (column.constructor as new (size: number) => Column)(size);
  grown.set(column);
  return grown;
}

/** The texts of a column by number, '' being 0. */
class Texts {
  readonly #texts: string[] = [''];
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #holders: number[] = [];
  readonly #members: (readonly string[])[] = [];

  /** Beyond the largest number. */
  get end(): number {
    return this.#texts.length;
  }

  /** The number of a text, -1 for one that no position ever had. */
  numberOf(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  textOf(number: number): string {
    return this.#texts[number] ?? '';
  }

  /** What a text names that names several, each once. */
  membersOf(number: number): readonly string[] {
    const known = this.#members[number];
    if (known) return known;
    const named = this.textOf(number).split(filters.FACTS_PARTED);
    const members = [...new Set(named.filter((one) => one !== '').map(withoutDetail))];
    this.#members[number] = members;
    return members;
  }

  /** A position that had this text when it was last read. */
  holderOf(number: number): number {
    return this.#holders[number] ?? 0;
  }

  add(text: string, id: number): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    this.#holders[number] = id;
    return number;
  }
}

/** What a fact in a slot stands for: itself, or what its reading means (`values`, as `PositionColumns.valuesOf`). */
export const meantBy = (values: Int32Array | null, fact: number): number => (values ? (values[fact] ?? 0) : fact);

/** What searches need of every position, as numbers by its id, and each part's positions as a chain (decision 40). */
export class PositionColumns {
  #facts = new Int32Array(START * FACTS);
  #placed = new Int32Array(START);
  readonly #measures = MEASURES.map(() => new Float64Array(START));
  #first = new Int32Array(START);
  readonly #texts = new Map<ChoiceColumn, Texts>(
    [...CHOICES, ...filters.TITLE_FACT_NAMES].map((column) => [column, new Texts()]),
  );
  #last = 0;
  readonly #ends = new Map<ChoiceColumn, number>();
  /** By number of a reading the numbers of the texts it names; by number of a maker's name that of the maker. */
  readonly #valuesByReading = new Map<ChoiceColumn, Int32Array<ArrayBuffer>>(
    filters.TITLE_FACT_NAMES.map((column) => [column, new Int32Array(START)]),
  );
  #lastReading = 0;
  #names: MakerNames | null = null;
  #named = 0;
  /** By the number of a name that of the maker that it means. */
  #makers: number[] = [];

  /** The facts of all positions, each at `factsAt`; asked anew after every change, which may replace them. */
  get facts(): Int32Array {
    return this.#facts;
  }

  /** The part of a position by id, negative out of stock: all that is asked of most. Asked anew as the facts are. */
  get placed(): Int32Array {
    return this.#placed;
  }

  /** Numbers by id, kopecks of prices; asked anew as the facts are. */
  measure(column: Measure): Float64Array {
    return this.#measures[MEASURES.indexOf(column)] as Float64Array;
  }

  fact(id: number, name: number): number {
    return this.#facts[factsAt(id) + name] ?? 0;
  }

  /** The largest id that was ever there. */
  get last(): number {
    return this.#last;
  }

  /** Beyond the largest id of a part. */
  get partsEnd(): number {
    return this.#first.length;
  }

  /** Beyond the largest value of a choice that was ever there. */
  endOf(column: ChoiceColumn): number {
    return this.#ends.get(column) ?? 1;
  }

  texts(column: ChoiceColumn): Texts {
    return this.#texts.get(column) as Texts;
  }

  /** Which names of makers mean one, from now on; to be said again after positions have changed. */
  nameMakers(names: MakerNames): void {
    const texts = this.texts('manufacturer_key');
    if (this.#names !== names) this.#named = 0;
    if (this.#named === texts.end) return;
    const makers = this.#named === 0 ? [] : this.#makers;
    // A name may add the maker behind the last of them.
    for (let number = makers.length; number < texts.end; number++) {
      const key = texts.textOf(number);
      const maker = names.keyOf(key);
      const there = maker === key ? number : texts.numberOf(maker);
      makers.push(there === -1 ? texts.add(maker, 0) : there);
      this.#reachEnd('manufacturer_key', makers[number] as number);
    }
    // Where every name stands for itself nothing has to be looked up for each position.
    if (makers.every((maker, number) => maker === number)) this.#valuesByReading.delete('manufacturer_key');
    else this.#valuesByReading.set('manufacturer_key', Int32Array.from(makers));
    this.#makers = makers;
    this.#names = names;
    this.#named = texts.end;
  }

  /** The name under which the maker of a position is shown that its price list names so, as `nameMakers` said. */
  makerTitle(id: number, title: string): string {
    const name = this.fact(id, MAKER);
    const isItself = this.#makers[name] === name && this.#names?.hasOwnTitles === false;
    return isItself ? title : (this.#names?.titleOf(title) ?? title);
  }

  /** Positions that name these makers, by any of their names. */
  makerHolders(makers: readonly number[]): number[] {
    const texts = this.texts('manufacturer_key');
    const wanted = new Set(makers);
    const values = this.valuesOf('manufacturer_key');
    const holders: number[] = [];
    for (let number = 1; number < texts.end; number++)
      if (wanted.has(meantBy(values, number)) && texts.holderOf(number) !== 0) holders.push(texts.holderOf(number));
    return holders;
  }

  /** The number of the maker that a manufacturer key means, -1 for one that no position has. */
  makerOf(key: string): number {
    return this.texts('manufacturer_key').numberOf(this.#names?.keyOf(key) ?? key);
  }

  /** What the titles of positions were read as in one respect, '' for nothing. Asked anew as the facts are. */
  saidBy(column: filters.TitleFact): (id: number) => string {
    const [texts, values] = [this.texts(column), this.valuesOf(column)];
    return (id) => texts.textOf(meantBy(values, this.fact(id, READING)));
  }

  /** By what lies in the slot of a choice its value; null where that is the value. Asked anew as the facts are. */
  valuesOf(column: ChoiceColumn): Int32Array | null {
    return this.#valuesByReading.get(column) ?? null;
  }

  /** Whether the title of a position was read as something that passes; every such text is judged once. */
  judged(column: filters.TitleFact, passes: (names: readonly string[]) => boolean): (id: number) => boolean {
    const values = this.valuesOf(column) as Int32Array;
    const texts = this.texts(column);
    const judgements = new Map<number, boolean>();
    return (id) => {
      const value = values[this.fact(id, READING)] ?? 0;
      const known = judgements.get(value);
      if (known !== undefined) return known;
      const judgement = passes(texts.membersOf(value));
      judgements.set(value, judgement);
      return judgement;
    };
  }

  /** Numbers of readings only grow. */
  get lastReading(): number {
    return this.#lastReading;
  }

  /** What a number means that titles were read as, in the order of TITLE_FACT_NAMES. */
  addReading(reading: number, facts: readonly string[]): void {
    this.#lastReading = Math.max(this.#lastReading, reading);
    for (const [at, column] of filters.TITLE_FACT_NAMES.entries()) {
      let values = this.#valuesByReading.get(column) as Int32Array<ArrayBuffer>;
      if (reading >= values.length) {
        values = larger(values, Math.ceil(reading * 1.25) + START);
        this.#valuesByReading.set(column, values);
      }
      values[reading] = this.texts(column).add(facts[at] ?? '', 0);
      this.#reachEnd(column, values[reading] as number);
    }
  }

  #reachEnd(column: ChoiceColumn, value: number): void {
    if (value >= this.endOf(column)) this.#ends.set(column, value + 1);
  }

  /** The first position by part, 0 where there is none; asked anew as the facts are. */
  get first(): Int32Array {
    return this.#first;
  }

  /** The first position of a part, 0 when it has none. */
  firstOf(part: number): number {
    return this.#first[part] ?? 0;
  }

  /** Whether some position of a part passes. */
  someOf(part: number, passes: (id: number) => boolean): boolean {
    const facts = this.#facts;
    for (let id = this.firstOf(part); id !== 0; id = facts[factsAt(id) + NEXT] as number) if (passes(id)) return true;
    return false;
  }

  /** The value of a choice that the positions of a part share: that of any of them that has one; 0 when none does. `values`: as `valuesOf`. */
  sharedOf(part: number, slot: number, values: Int32Array | null = null): number {
    const facts = this.#facts;
    for (let id = this.firstOf(part); id !== 0; id = facts[factsAt(id) + NEXT] as number) {
      const value = meantBy(values, facts[factsAt(id) + slot] as number);
      if (value !== 0) return value;
    }
    return 0;
  }

  set(positions: PositionFacts, index: number): void {
    const id = positions.id[index] as number;
    const part = positions.part[index] as number;
    const flags = positions.flags[index] as number;
    this.#reach(id, part);
    const facts = this.#facts;
    const at = factsAt(id);
    if (facts[at + PART] !== part) {
      this.#unlink(id);
      facts[at + PART] = part;
      facts[at + NEXT] = this.firstOf(part);
      this.#first[part] = id;
    }
    this.#placed[id] = (flags & IN_STOCK) === 0 ? -part : part;
    facts[at + FLAGS] = part === 0 ? 0 : flags;
    facts[at + DAY] = positions.day[index] as number;
    facts[at + SAYS] = positions.says[index] as number;
    facts[at + READING] = positions.reading[index] as number;
    for (let choice = 0; choice < CHOICES.length; choice++) {
      const column = CHOICES[choice] as StoredChoice;
      const said = positions.choices[choice]?.[index] as number | string;
      const value = typeof said === 'string' ? this.texts(column).add(said, id) : said;
      facts[at + FIRST_CHOICE + choice] = value;
      this.#reachEnd(column, value);
    }
    for (let measure = 0; measure < MEASURES.length; measure++) {
      (this.#measures[measure] as Float64Array)[id] = positions.measures[measure]?.[index] as number;
    }
  }

  remove(id: number): void {
    if (id > this.#last) return;
    this.#unlink(id);
    this.#placed[id] = 0;
    this.#facts[factsAt(id) + PART] = 0;
    this.#facts[factsAt(id) + FLAGS] = 0;
  }

  #unlink(id: number): void {
    const facts = this.#facts;
    const own = facts[factsAt(id) + PART] as number;
    if (own === 0) return;
    const after = facts[factsAt(id) + NEXT] as number;
    if (this.#first[own] === id) {
      this.#first[own] = after;
      return;
    }
    let before = this.#first[own] as number;
    while (before !== 0 && facts[factsAt(before) + NEXT] !== id) before = facts[factsAt(before) + NEXT] as number;
    if (before !== 0) facts[factsAt(before) + NEXT] = after;
  }

  #reach(id: number, part: number): void {
    this.#last = Math.max(this.#last, id);
    if (id >= this.#placed.length) {
      const size = Math.ceil(id * 1.25) + START;
      this.#facts = larger(this.#facts, size * FACTS);
      this.#placed = larger(this.#placed, size);
      for (const [at, numbers] of this.#measures.entries()) this.#measures[at] = larger(numbers, size);
    }
    if (part >= this.#first.length) this.#first = larger(this.#first, Math.ceil(part * 1.25) + START);
  }
}
