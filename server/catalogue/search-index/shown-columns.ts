import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { SAYS } from '../parts/part-answer.ts';
import { HAS_PHOTO, IN_STOCK, IS_VISIBLE, PositionColumns } from './position-columns.ts';

/** More than any title has characters. */
const TITLE_LENGTH_MAX = 100_000;

/** Positions of one question: their values come as one text for each column, several times faster than row by row. */
const EACH = 5_000;

const VALUES = [
  'p.id',
  'p.part_id',
  'p.brand_id',
  'p.provider_id',
  'p.price',
  'p.amount',
  'p.price_day',
  `(p.in_stock = 1) * ${IN_STOCK} + (p.photo IS NOT NULL) * ${HAS_PHOTO} + (p.hidden = ${HIDDEN.shown}) * ${IS_VISIBLE}`,
  // As server/catalogue/parts/part-answer.ts weighs positions.
  `(${SAYS.map((name) => `(coalesce(p.${name}, '') NOT IN ('', 0))`).join(' + ')}) * ${TITLE_LENGTH_MAX} + length(p.title)`,
  'p.manufacturer_key',
]
  .map((value) => `group_concat(${value})`)
  .join(', ');

const SQL = {
  lastChange: 'SELECT max(number) FROM position_changes',
  firstChange: 'SELECT min(number) FROM position_changes',
  changed: 'SELECT DISTINCT position_id FROM position_changes WHERE number > ?',
  lastId: 'SELECT max(id) FROM positions',
  between: `SELECT ${VALUES} FROM positions p WHERE p.id > ? AND p.id <= ?`,
  these: `SELECT ${VALUES} FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value`,
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

/** Brings the values of one question into the columns; answers the ids that there were. */
function put(columns: PositionColumns, values: Values | undefined): ReadonlySet<number> {
  const ids = new Set<number>();
  if (!values || values[0] === null) return ids;
  const makers = String(values.at(-1)).split(',');
  const numbers = values.slice(0, -1).map((value) => String(value).split(','));
  const [id, part, brand, provider, price, amount, day, flags, says] = numbers as [
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
  ];
  for (let at = 0; at < id.length; at++) {
    const position = {
      id: Number(id[at]),
      part: Number(part[at]),
      brand: Number(brand[at]),
      provider: Number(provider[at]),
      maker: makers[at] ?? '',
      price: Number(price[at]),
      amount: Number(amount[at]),
      day: Number(day[at]),
      flags: Number(flags[at]),
      says: Number(says[at]),
    };
    columns.set(position);
    ids.add(position.id);
  }
  return ids;
}
