// Facts of all positions as columns in memory, by which a search filters, counts and orders; read from the file.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import * as columns from '../../../contract/catalogue/columns.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { SAYS as FACTS_NAMED } from '../parts/part-answer.ts';

type ChoiceColumn = columns.Filter<'choice'>['column'];
type SwitchColumn = columns.Filter<'switch'>['column'];
/** A column whose numbers are compared and added up. */
export type Measure = columns.Filter<'span'>['column'] | 'price' | 'amount';

/** The columns by which results are filtered, each in the order of the filters. */
const CHOICES: readonly ChoiceColumn[] = columns.filtersAs('choice').map(({ column }) => column);
const SWITCHES: readonly SwitchColumn[] = columns.filtersAs('switch').map(({ column }) => column);
const MEASURES: readonly Measure[] = [
  ...new Set<Measure>(['price', 'amount', ...columns.filtersAs('span').map(({ column }) => column)]),
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
  /** Of each of CHOICES: ids, or texts; 0 and '' for none. */
  readonly choices: readonly (readonly (number | string)[])[];
  /** Of each of MEASURES. */
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
const FIRST_CHOICE = 5;
const FACTS = FIRST_CHOICE + CHOICES.length;

/** Where the value of a choice lies: an id, or the number of a text. */
export const slotOf = (column: ChoiceColumn): number => FIRST_CHOICE + CHOICES.indexOf(column);
export const MAKER = slotOf('manufacturer_key');
export const PROVIDER = slotOf('provider_id');

/** Where the facts of a position begin. */
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

  /** The number of a text, -1 for one that no position ever had. */
  numberOf(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  textOf(number: number): string {
    return this.#texts[number] ?? '';
  }

  /** A position that had this text when it was last read. */
  holderOf(number: number): number {
    return this.#holders[number] ?? 0;
  }

  /** The number of a text that a position has. */
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

/**
 * What filters, counts and orders need of every position, as numbers by the id of the position, and the positions of
 * each part as a chain. About 50 bytes a position (decision 40), of which a search reads one cache line.
 */
export class PositionColumns {
  #facts = new Int32Array(START * FACTS);
  #placed = new Int32Array(START);
  readonly #measures = MEASURES.map(() => new Float64Array(START));
  #first = new Int32Array(START);
  readonly #texts = CHOICES.map(() => new Texts());
  #last = 0;
  readonly #ends = CHOICES.map(() => 1);

  /** The facts of all positions, each at `factsAt`; asked anew after every change, which may replace them. */
  get facts(): Int32Array {
    return this.#facts;
  }

  /**
   * The part of a position by id, negative where it is out of stock: all that is asked of most positions of a search
   * lies in a list of its own. Asked anew as the facts are.
   */
  get placed(): Int32Array {
    return this.#placed;
  }

  /** Numbers by id, kopecks of prices; asked anew as the facts are. */
  measure(column: Measure): Float64Array {
    return this.#measures[MEASURES.indexOf(column)] as Float64Array;
  }

  /** One fact of a position. */
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
    return this.#ends[CHOICES.indexOf(column)] as number;
  }

  /** The texts of a choice by number. */
  texts(column: ChoiceColumn): Texts {
    return this.#texts[CHOICES.indexOf(column)] as Texts;
  }

  /** The first position by part, 0 where there is none; asked anew as the facts are. */
  get first(): Int32Array {
    return this.#first;
  }

  /** The first position of a part, 0 when it has none. */
  firstOf(part: number): number {
    return this.#first[part] ?? 0;
  }

  /** The value of a choice that the positions of a part share: that of any of them that has one; 0 when none does. */
  sharedOf(part: number, slot: number): number {
    const facts = this.#facts;
    for (let id = this.firstOf(part); id !== 0; id = facts[factsAt(id) + NEXT] as number) {
      const value = facts[factsAt(id) + slot] as number;
      if (value !== 0) return value;
    }
    return 0;
  }

  /** Takes what is said of the position at an index. */
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
    for (let choice = 0; choice < CHOICES.length; choice++) {
      const said = positions.choices[choice]?.[index] as number | string;
      const value = typeof said === 'string' ? (this.#texts[choice] as Texts).add(said, id) : said;
      facts[at + FIRST_CHOICE + choice] = value;
      if (value >= (this.#ends[choice] as number)) this.#ends[choice] = value + 1;
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

/** More than any title has characters. */
const TITLE_LENGTH_MAX = 100_000;

/** Positions of one question: their values come as one text for each column, several times faster than row by row. */
const EACH = 5_000;

/** Whether a column is neither empty nor 0, as 1 or 0. */
const isThere = (name: string): string => `(coalesce(p.${name}, '') NOT IN ('', 0))`;

/** An absent number is none. */
const numberOf = (name: columns.PositionColumnName): string => `coalesce(p.${name}, 'none')`;

const isText = (column: ChoiceColumn): boolean => columns.POSITION_COLUMNS[column].type === 'text';

/** One text for each column; the texts of choices may hold anything. */
const SELECTED_VALUES = [
  ...[
    'p.id',
    'p.part_id',
    'p.price_day',
    [
      `(p.hidden = ${HIDDEN.shown}) * ${IS_VISIBLE}`,
      ...SWITCHES.map((name) => `${isThere(name)} * ${flagOf(name)}`),
    ].join(' + '),
    // As server/catalogue/parts/part-answer.ts weighs positions.
    `(${FACTS_NAMED.map(isThere).join(' + ')}) * ${TITLE_LENGTH_MAX} + length(p.title)`,
    ...MEASURES.map(numberOf),
  ].map((value) => `group_concat(${value})`),
  ...CHOICES.map((name) =>
    isText(name) ? `json_group_array(coalesce(p.${name}, ''))` : `group_concat(coalesce(p.${name}, 0))`,
  ),
].join(', ');

const SQL = {
  lastChange: 'SELECT max(number) FROM position_changes',
  firstChange: 'SELECT min(number) FROM position_changes',
  changed: 'SELECT DISTINCT position_id FROM position_changes WHERE number > ?',
  lastId: 'SELECT max(id) FROM positions',
  between: `SELECT ${SELECTED_VALUES} FROM positions p WHERE p.id > ? AND p.id <= ?`,
  these: `SELECT ${SELECTED_VALUES} FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value`,
} as const;

type Values = (string | number | null)[];

/** The columns of the positions in one file, as the transaction sees them in which they are asked for. */
export class ShownColumns {
  readonly #ask: Record<keyof typeof SQL, (...parameters: SQLInputValue[]) => Values[]>;
  #columns: PositionColumns | null = null;
  #number = 0;

  constructor(db: DatabaseSync) {
    const entries = Object.entries(SQL).map(([name, sql]) => {
      const statement = db.prepare(sql);
      statement.setReturnArrays(true);
      return [name, (...parameters: SQLInputValue[]) => statement.all(...parameters)];
    });
    this.#ask = Object.fromEntries(entries);
  }

  /** Grows with every change of a position. */
  get number(): number {
    return this.#number;
  }

  /** The columns in step with the file: what the log names since the last time is read again, or all of it. */
  current(): PositionColumns {
    const last = this.#numberBy('lastChange');
    if (this.#columns && last === this.#number) return this.#columns;
    const isKept = this.#columns !== null && this.#number + 1 >= this.#numberBy('firstChange');
    if (this.#columns && isKept && last > this.#number) this.#renew(this.#columns);
    else this.#columns = this.#filled();
    this.#number = last;
    return this.#columns;
  }

  #numberBy(name: 'lastChange' | 'firstChange' | 'lastId'): number {
    return Number(this.#ask[name]()[0]?.[0] ?? 0);
  }

  #filled(): PositionColumns {
    const columns = new PositionColumns();
    const last = this.#numberBy('lastId');
    for (let from = 0; from < last; from += EACH) put(columns, this.#ask.between(from, from + EACH)[0]);
    return columns;
  }

  #renew(columns: PositionColumns): void {
    const ids = this.#ask.changed(this.#number).map(([id]) => Number(id));
    for (let at = 0; at < ids.length; at += EACH) {
      const some = ids.slice(at, at + EACH);
      const there = put(columns, this.#ask.these(JSON.stringify(some))[0]);
      for (const id of some) if (!there.has(id)) columns.remove(id);
    }
  }
}

/** Numbers come before choices. */
const CHOICES_FROM = 5 + MEASURES.length;

/** Brings the values of one question into the columns; answers the ids that there were. */
function put(columns: PositionColumns, values: Values | undefined): ReadonlySet<number> {
  const ids = new Set<number>();
  if (!values || values[0] === null) return ids;
  const numbersOf = (value: string | number | null | undefined) => String(value).split(',').map(Number);
  const [id = [], part = [], day = [], flags = [], says = [], ...measures] = values
    .slice(0, CHOICES_FROM)
    .map(numbersOf);
  const choices = CHOICES.map((column, choice): readonly (string | number)[] => {
    const value = values[CHOICES_FROM + choice];
    return isText(column) ? JSON.parse(String(value)) : numbersOf(value);
  });
  const positions = { id, part, day, flags, says, choices, measures };
  for (const [at, own] of id.entries()) {
    columns.set(positions, at);
    ids.add(own);
  }
  return ids;
}
