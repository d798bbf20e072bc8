// Keeps the facts of positions in memory (position-columns.ts) in step with the positions in an SQLite file.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import * as columns from '../../../contract/catalogue/columns.ts';
import { TITLE_FACT_NAMES } from '../../../contract/catalogue/filters.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { SAYS as FACTS_NAMED } from '../parts/part-answer.ts';
import {
  CHOICES,
  flagOf,
  IS_VISIBLE,
  MEASURES,
  PositionColumns,
  type StoredChoice,
  SWITCHES,
} from './position-columns.ts';

/** More than any title has characters. */
const TITLE_LENGTH_MAX = 100_000;

/** Positions of one question: their values come as one text for each column, several times faster than row by row. */
const EACH = 5_000;

/** Whether a column is neither empty nor 0, as 1 or 0. */
const isThere = (name: string): string => `(coalesce(p.${name}, '') NOT IN ('', 0))`;

/** An absent number is none. */
const numberOf = (name: columns.PositionColumnName): string => `coalesce(p.${name}, 'none')`;

const isText = (column: StoredChoice): boolean => columns.POSITION_COLUMNS[column].type === 'text';

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
    'coalesce(r.reading_id, 0)',
    ...MEASURES.map(numberOf),
  ].map((value) => `group_concat(${value})`),
  ...CHOICES.map((name) =>
    isText(name) ? `json_group_array(coalesce(p.${name}, ''))` : `group_concat(coalesce(p.${name}, 0))`,
  ),
].join(', ');

const SQL = {
  dataVersion: 'PRAGMA data_version',
  lastChange: 'SELECT max(number) FROM position_changes',
  firstChange: 'SELECT min(number) FROM position_changes',
  changed: 'SELECT DISTINCT position_id FROM position_changes WHERE number > ?',
  lastId: 'SELECT max(id) FROM positions',
  between: `SELECT ${SELECTED_VALUES} FROM positions p LEFT JOIN position_readings r ON r.id = p.id
    WHERE p.id > ? AND p.id <= ?`,
  these: `SELECT ${SELECTED_VALUES} FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value
    LEFT JOIN position_readings r ON r.id = p.id`,
  readings: `SELECT id, ${TITLE_FACT_NAMES.join(', ')} FROM title_readings WHERE id > ?`,
} as const;

type Values = (string | number | null)[];

export class ShownColumns {
  readonly #ask: Record<keyof typeof SQL, (...parameters: SQLInputValue[]) => Values[]>;
  #columns: PositionColumns | null = null;
  #number = 0;
  /** Of the file: another one after every commit of another connection; this one only reads. */
  #version = -1;

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
    const version = this.#numberBy('dataVersion');
    if (this.#columns && version === this.#version) return this.#columns;
    const last = this.#numberBy('lastChange');
    if (this.#columns && last === this.#number) {
      this.#version = version;
      return this.#columns;
    }
    const isKept = this.#columns !== null && this.#number + 1 >= this.#numberBy('firstChange');
    if (this.#columns && isKept && last > this.#number) this.#renew(this.#columns);
    else this.#columns = this.#filled();
    this.#number = last;
    // After the positions: what these were read as stands there by now.
    for (const [id, ...facts] of this.#ask.readings(this.#columns.lastReading))
      this.#columns.addReading(Number(id), facts.map(String));
    this.#version = version;
    return this.#columns;
  }

  #numberBy(name: 'dataVersion' | 'lastChange' | 'firstChange' | 'lastId'): number {
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
const CHOICES_FROM = 6 + MEASURES.length;

/** Brings the values of one question into the columns; answers the ids that there were. */
function put(columns: PositionColumns, values: Values | undefined): ReadonlySet<number> {
  const ids = new Set<number>();
  if (!values || values[0] === null) return ids;
  const numbersOf = (value: string | number | null | undefined) => String(value).split(',').map(Number);
  const [id = [], part = [], day = [], flags = [], says = [], reading = [], ...measures] = values
    .slice(0, CHOICES_FROM)
    .map(numbersOf);
  const choices = CHOICES.map((column, choice): readonly (string | number)[] => {
    const value = values[CHOICES_FROM + choice];
    return isText(column) ? JSON.parse(String(value)) : numbersOf(value);
  });
  const positions = { id, part, day, flags, says, reading, choices, measures };
  for (const [at, own] of id.entries()) {
    columns.set(positions, at);
    ids.add(own);
  }
  return ids;
}
