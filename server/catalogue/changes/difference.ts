// What becomes of positions that exist: a temporary table, filled by comparing the catalogue with wishes,
// counted, and carried out for all positions at once with history, old addresses, parts and search index.
import { POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import {
  type Bulk,
  bulkOf,
  type JobConnection,
  LIST,
  throwIfStopped,
  type Value,
} from '../../platform/database/jobs.ts';
import * as positionRows from '../context/position.ts';
import { indexChanges } from '../search-index/index-writer.ts';
import { type IndexedRow, SEARCHED_COLUMNS, SELECTED_INDEXED } from '../search-index/tokens.ts';
import { freeAliases, wantedAlias } from './new-positions.ts';
import type { PositionStore } from './position-store.ts';
import { isOfParts, renewParts } from './renew-parts.ts';

/** The columns of a position as SQL expressions of what they become; the others stay. */
export type Wishes = Partial<Readonly<Record<positionRows.WrittenColumn, string>>>;

const COLUMNS = positionRows.WRITTEN_COLUMNS;
/** What stands for a column in the mask of a changed position. */
const bitOf = (name: positionRows.WrittenColumn): number => 2 ** COLUMNS.indexOf(name);
const maskOf = (names: readonly positionRows.WrittenColumn[]): number =>
  names.reduce((mask, name) => mask + bitOf(name), 0);
const columnsIn = (mask: number) => COLUMNS.filter((name) => (mask & bitOf(name)) !== 0);
const CONTENT = maskOf(positionRows.CONTENT_COLUMNS);
const SEARCHED = maskOf(COLUMNS.filter(positionRows.isSearched));
const OF_PARTS = maskOf(COLUMNS.filter(isOfParts));
const MAKER = bitOf('manufacturer_key');
const KEY = bitOf('key_id');
const ALIAS = bitOf('alias');
const TERMS = maskOf(['delivery', 'lot']);

/** What counting and showing a difference needs of how it was before. */
const BEFORE = ['price', 'amount', 'price_day', 'hidden'] as const;

/** `id` is the type of an id that needs no index beside the table; a column that does not change is null. */
const tableOf = (id: string) => `CREATE TEMPORARY TABLE difference (
  id ${id} PRIMARY KEY,
  place BIGINT,
  mask INTEGER NOT NULL,
  ${[...BEFORE.map((name) => ['before_', name] as const), ...COLUMNS.map((name) => ['', name] as const)]
    .map(([prefix, name]) => `${prefix}${name} ${POSITION_COLUMNS[name].type}`)
    .join(', ')}
)`;

/** Rows of one batch of what only JavaScript can do. */
const BATCH = 2_000;

/** What a difference comes to, in positions; those that were removed and are shown again count as new. */
export interface DifferenceCounts {
  readonly returned: number;
  readonly changed: number;
  readonly priceUp: number;
  readonly priceDown: number;
  readonly priceGone: number;
  readonly stockChanged: number;
  readonly termsChanged: number;
  /** Positions that no row of a list named. */
  readonly missing: number;
  /** Those of them that are removed. */
  readonly hidden: number;
  /** Positions whose expired price counts again. */
  readonly live: number;
}

/** A changed position with its price and stock before and after. */
export interface ShownChange {
  readonly id: number;
  readonly place: number;
  readonly article: string;
  readonly title: string;
  readonly before_price: number;
  readonly price: number;
  readonly before_amount: number;
  readonly amount: number;
}

/** Prices that moved by about the same factor. */
export interface MovedPrices {
  readonly step: number;
  readonly count: number;
  /** Of the natural logarithms of their factors. */
  readonly sum: number;
  /** Those that moved far. */
  readonly far: number;
  /** How many of the roundings each of them was a multiple of, and is one of. */
  readonly evenBefore: number;
  readonly evenAfter: number;
  /** For how many of the roundings they are large. */
  readonly large: number;
}

/** How moved prices are grouped. */
interface MovesAsked {
  /** Steps for one unit of the natural logarithm of the factor. */
  readonly steps: number;
  /** A price moved far from this factor on, up or down. */
  readonly far: number;
  /** What prices may be multiples of, kopecks, each a multiple of the next. */
  readonly roundings: readonly number[];
  /** A price of so many roundings is large, before and after. */
  readonly largeFrom: number;
}

interface CarryingOut {
  readonly runId: number;
  /** Milliseconds. */
  readonly now: number;
  readonly store: PositionStore;
  /** Titles of brands for the addresses of positions that get another maker. */
  readonly brandTitle: (id: number) => string;
  readonly signal: AbortSignal;
}

/** In one transaction one at a time: its table is temporary and goes with `close`. */
export class Difference {
  readonly #connection: JobConnection;
  readonly bulk: Bulk;
  /** The columns that the search index of this database is about: PostgreSQL holds nothing but keys. */
  readonly #indexed: number;

  private constructor(connection: JobConnection) {
    this.#connection = connection;
    this.bulk = bulkOf(connection);
    this.#indexed = KEY + (connection.dialect === 'sqlite' ? SEARCHED : bitOf('code'));
  }

  static async open(connection: JobConnection): Promise<Difference> {
    const difference = new Difference(connection);
    await difference.bulk.query('DROP TABLE IF EXISTS difference');
    await difference.bulk.query(tableOf(connection.dialect === 'sqlite' ? 'INTEGER' : 'BIGINT'));
    return difference;
  }

  async close(): Promise<void> {
    await this.bulk.query('DROP TABLE difference');
  }

  /** Adds what differs between positions `p` of a FROM clause and wishes for them; `place` is the row that names one. */
  async compare(from: string, place: string, wishes: Wishes, parameters: readonly Value[] = []): Promise<void> {
    const wished = Object.entries(wishes) as [positionRows.WrittenColumn, string][];
    const isOther = (name: positionRows.WrittenColumn, wish: string) =>
      this.#connection.dialect === 'sqlite' ? `(p.${name} IS NOT (${wish}))` : `(p.${name} IS DISTINCT FROM (${wish}))`;
    const bits = wished.map(([name, wish]) => `CASE WHEN ${isOther(name, wish)} THEN ${bitOf(name)} ELSE 0 END`);
    const mask = bits.join(' + ');
    const names = [...BEFORE.map((name) => `before_${name}`), ...wished.map(([name]) => name)];
    const changed = wished.map(([name, wish]) => `CASE WHEN ${isOther(name, wish)} THEN ${wish} END`);
    const values = [...BEFORE.map((name) => `p.${name}`), ...changed];
    // Otherwise the mask is worked out again for the condition and for each column.
    const once = this.#connection.dialect === 'sqlite' ? 'LIMIT -1' : 'OFFSET 0';
    await this.bulk.query(
      `INSERT INTO difference (id, place, mask, ${names.join(', ')}) SELECT * FROM (
         SELECT p.id AS changed_id, ${place} AS changed_place, ${mask} AS changed_mask,
           ${values.map((value, at) => `${value} AS wish_${at}`).join(', ')}
         FROM ${from} ${once}
       ) q WHERE changed_mask <> 0`,
      parameters,
    );
  }

  /** What it comes to; `liveDay` is the first price day that still counts. */
  async counts(liveDay: number): Promise<DifferenceCounts> {
    const known = `place IS NOT NULL AND before_hidden <> ${HIDDEN.removed}`;
    const sums: Readonly<Record<keyof DifferenceCounts, string>> = {
      returned: `place IS NOT NULL AND before_hidden = ${HIDDEN.removed}`,
      changed: `${known} AND mask & ${CONTENT} <> 0`,
      priceUp: `${known} AND price > before_price`,
      priceDown: `${known} AND price < before_price AND price > 0`,
      priceGone: `${known} AND price = 0 AND before_price > 0`,
      stockChanged: `${known} AND amount <> before_amount`,
      termsChanged: `${known} AND mask & ${TERMS} <> 0`,
      missing: 'place IS NULL',
      hidden: `place IS NULL AND hidden = ${HIDDEN.removed}`,
      live: `price_day >= ${liveDay} AND before_price_day < ${liveDay}`,
    };
    const selected = Object.entries(sums).map(
      ([name, condition]) => `sum(CASE WHEN ${condition} THEN 1 ELSE 0 END) AS "${name}"`,
    );
    const [row] = await this.bulk.query<Record<keyof DifferenceCounts, number | null>>(
      `SELECT ${selected.join(', ')} FROM difference`,
    );
    const names = Object.keys(sums) as (keyof DifferenceCounts)[];
    return Object.fromEntries(names.map((name) => [name, Number(row?.[name] ?? 0)])) as unknown as DifferenceCounts;
  }

  /** The first changes, by an order of its columns, of positions that buyers knew before and that satisfy a condition. */
  shown(condition: string, order: string, limit: number): Promise<ShownChange[]> {
    const first = `ORDER BY ${order} LIMIT ${limit}`;
    return this.bulk.query<ShownChange>(
      `SELECT d.id, d.place, coalesce(d.article, p.article) AS article, coalesce(d.title, p.title) AS title,
         d.before_price, coalesce(d.price, p.price) AS price, d.before_amount, coalesce(d.amount, p.amount) AS amount
       FROM (
         SELECT * FROM difference d
         WHERE d.place IS NOT NULL AND d.before_hidden <> ${HIDDEN.removed} AND ${condition} ${first}
       ) d ${this.#each('positions p', 'p.id = d.id')} ${first}`,
    );
  }

  /** How the prices moved that some position had and has: those together that moved, are rounded and large alike. */
  async movedPrices({ steps, far, roundings, largeFrom }: MovesAsked): Promise<MovedPrices[]> {
    const ranked = (test: (rounding: number) => string) =>
      `CASE ${roundings.map((rounding, at) => `WHEN ${test(rounding)} THEN ${roundings.length - at}`).join(' ')} ELSE 0 END`;
    const kinds = {
      step: `CAST(round(moved * ${steps}) AS INTEGER)`,
      even_before: ranked((rounding) => `before_price % ${rounding} = 0`),
      even_after: ranked((rounding) => `price % ${rounding} = 0`),
      large: ranked((rounding) => `price >= ${rounding * largeFrom} AND before_price >= ${rounding * largeFrom}`),
    };
    const rows = await this.bulk.query<Readonly<Record<keyof typeof kinds | 'count' | 'sum' | 'far', number>>>(
      `SELECT ${Object.entries(kinds)
        .map(([name, kind]) => `${kind} AS ${name}`)
        .join(', ')}, count(*) AS count, sum(moved) AS sum,
         sum(CASE WHEN price >= before_price * ${far} OR before_price >= price * ${far} THEN 1 ELSE 0 END) AS far
       FROM (
         SELECT price, before_price, ln(CAST(price AS DOUBLE PRECISION) / before_price) AS moved FROM difference
         WHERE place IS NOT NULL AND before_hidden <> ${HIDDEN.removed} AND before_price > 0 AND price > 0
           AND price <> before_price
       ) q GROUP BY ${Object.values(kinds).join(', ')}`,
    );
    return rows.map(({ count, far: moved, even_before, even_after, ...row }) => ({
      ...row,
      ...{ evenBefore: even_before, evenAfter: even_after, count: Number(count), far: Number(moved) },
    }));
  }

  /** Writes it into the catalogue, with what follows from it; the run must end with `finishIndex`. */
  async carryOut({ runId, now, store, brandTitle, signal }: CarryingOut): Promise<void> {
    if (this.#connection.dialect === 'postgres') await this.bulk.query('ANALYZE difference');
    let masks = await this.#masks();
    if (masks.some((mask) => (mask & MAKER) !== 0)) {
      await this.#renameTakenOver(store, brandTitle);
      masks = await this.#masks();
    }
    // First what needs the positions as they were.
    for (const mask of masks) {
      await throwIfStopped(signal);
      if ((mask & CONTENT) !== 0) await this.#recordHistory(runId, mask);
    }
    if (masks.some((mask) => (mask & this.#indexed) !== 0)) await this.#indexChanged();
    if (masks.some((mask) => (mask & ALIAS) !== 0)) await this.#moveRedirects();
    const former = masks.some((mask) => (mask & KEY) !== 0) ? await this.#keysOfParts() : [];
    for (const mask of masks) {
      await throwIfStopped(signal);
      await this.#write(mask, now);
    }
    if (masks.every((mask) => (mask & OF_PARTS) === 0)) return;
    const keys = [...new Set([...former, ...(await this.#keysOfParts())])];
    for (let at = 0; at < keys.length; at += BATCH) await renewParts(this.#connection, keys.slice(at, at + BATCH));
  }

  async #masks(): Promise<number[]> {
    const rows = await this.bulk.query<{ mask: number }>('SELECT DISTINCT mask FROM difference ORDER BY mask');
    return rows.map(({ mask }) => Number(mask));
  }

  async #write(mask: number, now: number): Promise<void> {
    const names = columnsIn(mask);
    const sets = names.map((name) => `${name} = d.${name}`);
    if (names.some(positionRows.isInHistory)) sets.push(`updated_at = ${now}`);
    await this.bulk.query(
      `UPDATE positions SET ${sets.join(', ')} FROM difference d WHERE d.mask = $1 AND d.id = positions.id`,
      [mask],
    );
  }

  async #recordHistory(runId: number, mask: number): Promise<void> {
    const names = columnsIn(mask);
    const before = names.filter((name) => POSITION_COLUMNS[name].compared !== 'silent');
    const after = names.filter(positionRows.isInHistory);
    await this.bulk.query(
      `INSERT INTO import_changes (run_id, position_id, before, after)
       SELECT $1, d.id, ${this.#json('p', before)}, ${this.#json('d', after)}
       FROM difference d ${this.#each('positions p', 'p.id = d.id')} WHERE d.mask = $2`,
      [runId, mask],
    );
  }

  /** A join in the written order, by the index of the condition. */
  #each(table: string, condition: string): string {
    return this.#connection.dialect === 'sqlite'
      ? `CROSS JOIN ${table} ON ${condition}`
      : `JOIN ${table} ON ${condition}`;
  }

  /** These columns of a table as the text of a JSON object. */
  #json(table: string, names: readonly positionRows.WrittenColumn[]): string {
    const quote = (value: string) =>
      this.#connection.dialect === 'sqlite' ? `json_quote(${value})` : `coalesce(to_json(${value})::text, 'null')`;
    const fields = names.map((name, at) => `'${at > 0 ? ',' : ''}"${name}":' || ${quote(`${table}.${name}`)}`);
    return `'{' || ${fields.join(' || ')} || '}'`;
  }

  async #indexChanged(): Promise<void> {
    const searched = SEARCHED_COLUMNS.filter((name) => (COLUMNS as readonly string[]).includes(name));
    const names = searched as readonly ((typeof SEARCHED_COLUMNS)[number] & positionRows.WrittenColumn)[];
    type Row = IndexedRow & { readonly mask: number; readonly moved_key: string | null } & Readonly<
        Record<string, unknown>
      >;
    const after = names.map((name) => `d.${name} AS after_${name}`).join(', ');
    for await (const rows of this.#batches<Row>(
      `SELECT ${SELECTED_INDEXED}, d.mask, m.key AS moved_key, ${after}
       FROM difference d ${this.#each('positions p', 'p.id = d.id')} ${this.#each('article_keys k', 'k.id = p.key_id')}
       LEFT JOIN article_keys m ON m.id = d.key_id
       WHERE d.mask & ${this.#indexed} <> 0 AND d.id > $1
       ORDER BY d.id LIMIT ${BATCH}`,
    )) {
      const changes = rows.map((before) => {
        const said = names.filter((name) => (before.mask & bitOf(name)) !== 0);
        const wished = Object.fromEntries(said.map((name) => [name, before[`after_${name}`]]));
        const article_key = (before.mask & KEY) === 0 ? before.article_key : (before.moved_key ?? '');
        return { before, after: { ...before, ...wished, article_key } };
      });
      await indexChanges(this.#connection, changes);
    }
  }

  /** A position that gets its maker changes its address too. */
  async #renameTakenOver(store: PositionStore, brandTitle: (id: number) => string): Promise<void> {
    type Row = Pick<positionRows.StoredPosition, 'id' | 'brand_id' | 'article' | 'title' | 'manufacturer' | 'alias'>;
    for await (const rows of this.#batches<Row>(
      `SELECT p.id, p.brand_id, p.alias, coalesce(d.article, p.article) AS article, coalesce(d.title, p.title) AS title,
         coalesce(d.manufacturer, p.manufacturer) AS manufacturer
       FROM difference d ${this.#each('positions p', 'p.id = d.id')}
       WHERE d.mask & ${MAKER} <> 0 AND d.id > $1 ORDER BY d.id LIMIT ${BATCH}`,
    )) {
      const wanted = rows.map((row) => wantedAlias(row, brandTitle(row.brand_id)));
      const ids = rows.map(({ id }) => id);
      const given = await this.bulk.query<{ alias: string }>('SELECT alias FROM difference WHERE alias IS NOT NULL');
      const taken = [...(await store.takenAliases(wanted)), ...given.map(({ alias }) => alias)];
      const aliases = freeAliases(wanted, ids, taken);
      const renamed = rows.flatMap(({ id, alias }, at) => (wanted[at] === alias ? [] : [[aliases[at] as string, id]]));
      await this.bulk.update('difference', [{ name: 'alias', type: 'text' }], renamed);
      const renamedIds = renamed.map(([, id]) => id as number);
      await this.bulk.queryList(
        `UPDATE difference SET mask = mask + ${ALIAS} WHERE id IN (SELECT j.value FROM ${LIST})`,
        renamedIds,
        'bigint',
      );
    }
  }

  /** The alias that a position had leads to it from now on; the one that it takes leads nowhere else. */
  async #moveRedirects(): Promise<void> {
    const renamed = `FROM difference d JOIN positions p ON p.id = d.id WHERE d.mask & ${ALIAS} <> 0`;
    await this.bulk.query(`DELETE FROM alias_redirects WHERE alias IN (SELECT d.alias ${renamed})`);
    await this.bulk.query(
      `INSERT INTO alias_redirects (alias, position_id) SELECT p.alias, p.id ${renamed}
       ON CONFLICT (alias) DO UPDATE SET position_id = excluded.position_id`,
    );
  }

  /** The ids of the article keys whose parts a change may concern. */
  async #keysOfParts(): Promise<number[]> {
    const rows = await this.bulk.query<{ key_id: number }>(
      `SELECT DISTINCT p.key_id FROM difference d ${this.#each('positions p', 'p.id = d.id')}
       WHERE d.mask & ${OF_PARTS} <> 0`,
    );
    return rows.map(({ key_id }) => key_id);
  }

  async *#batches<Row extends { readonly id: number }>(sql: string): AsyncGenerator<Row[]> {
    for (let last = 0; ; ) {
      const rows = await this.bulk.query<Row>(sql, [last]);
      const end = rows.at(-1);
      if (!end) return;
      yield rows;
      last = end.id;
    }
  }
}
