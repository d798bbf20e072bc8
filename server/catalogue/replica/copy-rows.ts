// Reads rows of the catalogue from PostgreSQL and writes them, with their search index, into the replica: the SQLite
// copy of a process.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import * as columns from '../../../contract/catalogue/columns.ts';
import { isReadKind } from '../../../contract/catalogue/words.ts';
import type { PostgresConnection } from '../../platform/database/jobs.ts';
import { plainRows } from '../../platform/database/sqlite-connection.ts';
import type { SupplierTerms } from '../context/position.ts';
import type { CrossTable } from '../context/schema.ts';
import { INDEXED, indexChanges, rereadTitles, writeIndex } from '../search-index/index-writer.ts';
import type { IndexedRow } from '../search-index/tokens.ts';

/** What a weekly list changes of a position; nothing of it is in the search index. */
const FREQUENT = ['price', 'amount', 'price_day', 'updated_at'] as const satisfies readonly Exclude<
  columns.PositionColumnName,
  columns.ColumnsWith<'searched'>
>[];

/** What a copy takes of crosses: what finds them, and what is said of them to visitors. */
const CROSS_COLUMNS = [
  'article_key',
  'manufacturer_key',
  'replaced_key',
  'replaced_manufacturer_key',
  'replaced_article',
  'replaced_manufacturer',
  'run_id',
  'removed_by',
] as const satisfies readonly (keyof CrossTable)[];

/** Alias and part are all but never changed, and whatever sets them writes their indexes anew. */
const APART = ['id', 'alias', 'part_id'];
const WRITTEN = [...columns.POSITION_NAMES, 'rest'] as const;
const UPDATED = WRITTEN.filter((name) => !APART.includes(name)).map((name) => `${name} = excluded.${name}`);

const SQL = {
  addBrand: `INSERT INTO brands (id, title) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title`,
  removeBrand: 'DELETE FROM brands WHERE id = ?',
  addSupplier: `INSERT OR REPLACE INTO providers (id, public_name, delivery_from, delivery_to) VALUES (?, ?, ?, ?)`,
  removeSupplier: 'DELETE FROM providers WHERE id = ?',
  addWord: `INSERT INTO search_words (id, kind, word, means) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, word = excluded.word, means = excluded.means`,
  removeWord: 'DELETE FROM search_words WHERE id = ?',
  addCross: `INSERT OR REPLACE INTO crosses (id, ${CROSS_COLUMNS.join(', ')})
    VALUES (?, ${CROSS_COLUMNS.map(() => '?').join(', ')})`,
  removeCross: 'DELETE FROM crosses WHERE id = ?',
  addKey: 'INSERT OR IGNORE INTO article_keys (id, key) VALUES (?, ?)',
  addTrigrams: 'INSERT INTO key_trigrams (rowid, key) VALUES (?, ?)',
  removeRedirects: 'DELETE FROM alias_redirects WHERE position_id = ?',
  addRedirect: 'INSERT OR REPLACE INTO alias_redirects (alias, position_id) VALUES (?, ?)',
  putPosition: `INSERT INTO positions (${WRITTEN.join(', ')})
    VALUES (${WRITTEN.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${UPDATED.join(', ')}`,
  putFrequent: `UPDATE positions SET ${FREQUENT.map((name) => `${name} = ?`).join(', ')} WHERE id = ? AND rest = ?`,
  renamePosition: 'UPDATE positions SET alias = ?2 WHERE id = ?1 AND alias <> ?2',
  movePosition: 'UPDATE positions SET part_id = ?2 WHERE id = ?1 AND part_id <> ?2',
  removePosition: 'DELETE FROM positions WHERE id = ?',
} as const;

/** Brings rows of the catalogue into a copy, together with their search index, inside the caller's transaction. */
export class CopyWriter {
  readonly #db: DatabaseSync;
  readonly #connection;
  readonly #run: Record<keyof typeof SQL, (...values: SQLInputValue[]) => number>;
  readonly #indexed: (ids: string) => IndexedRow[];
  readonly #words: (ids: string) => { kind: string; word: string }[];
  readonly #reread: string[] = [];

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#connection = { dialect: 'sqlite', db } as const;
    const entries = Object.entries(SQL).map(([name, sql]) => {
      const statement = db.prepare(sql);
      return [name, (...values: SQLInputValue[]) => Number(statement.run(...values).changes)];
    });
    this.#run = Object.fromEntries(entries);
    this.#indexed = plainRows(db.prepare(INDEXED));
    this.#words = plainRows(
      db.prepare('SELECT w.kind, w.word FROM json_each(?) wanted CROSS JOIN search_words w ON w.id = wanted.value'),
    );
  }

  /** Brands with these ids are now these rows. */
  brands(ids: readonly number[], rows: readonly SourceRows['brands'][]): void {
    for (const id of missing(ids, rows)) this.#run.removeBrand(id);
    for (const { id, title } of rows) this.#run.addBrand(id, title);
  }

  suppliers(ids: readonly number[], rows: readonly SupplierTerms[]): void {
    for (const id of missing(ids, rows)) this.#run.removeSupplier(id);
    for (const { id, public_name, delivery_from, delivery_to } of rows)
      this.#run.addSupplier(id, public_name, delivery_from, delivery_to);
  }

  words(ids: readonly number[], rows: readonly SourceRows['search_words'][]): void {
    const before = this.#words(JSON.stringify(ids));
    for (const id of missing(ids, rows)) this.#run.removeWord(id);
    for (const { id, kind, word, means } of rows) this.#run.addWord(id, kind, word, means);
    if (ids.length === 0) return;
    this.#reread.push(...[...before, ...rows].filter(({ kind }) => isReadKind(kind)).map(({ word }) => word));
  }

  /** Reads the titles again of whose words the shop now says something else; before any position is changed. */
  async titles(): Promise<void> {
    if (this.#reread.length > 0) await rereadTitles(this.#connection, this.#reread.splice(0));
  }

  crosses(ids: readonly number[], rows: readonly SourceRows['crosses'][]): void {
    for (const id of missing(ids, rows)) this.#run.removeCross(id);
    for (const row of rows) this.#run.addCross(row.id, ...CROSS_COLUMNS.map((name) => row[name]));
  }

  /** Keys are only ever added, under the ids of the catalogue: the order of a stage goes by them in every process. */
  keys(rows: readonly SourceRows['article_keys'][]): void {
    for (const { id, key } of rows) if (this.#run.addKey(id, key) > 0) this.#run.addTrigrams(id, key);
  }

  redirects(ids: readonly number[], rows: readonly SourceRows['alias_redirects'][]): void {
    for (const id of ids) this.#run.removeRedirects(id);
    for (const { id, alias } of rows) this.#run.addRedirect(alias, id);
  }

  /** Positions with larger ids are new here. */
  lastPosition(): number {
    return Number(this.#db.prepare('SELECT max(id) AS last FROM positions').get()?.last ?? 0);
  }

  /** Sets what changes often where nothing else has changed; answers the ids of the positions that this is true of. */
  frequent(rows: readonly FrequentValues[]): number[] {
    const isWhole = (row: FrequentValues): boolean => this.#run.putFrequent(...row) > 0;
    return rows.filter(isWhole).map((row) => row[FREQUENT.length] as number);
  }

  /** Positions with these ids are now these rows; best a thousand at a time, by id. */
  async positions(ids: readonly number[], rows: readonly SourcePosition[]): Promise<void> {
    const before = new Map(this.#indexed(JSON.stringify(ids)).map((row) => [row.id, row]));
    const after = new Map(rows.map((row) => [row.id, row]));
    for (const id of missing(ids, rows)) this.#run.removePosition(id);
    for (const row of rows) {
      this.#run.putPosition(...WRITTEN.map((name) => row[name]));
      if (!before.has(row.id)) continue;
      this.#run.renamePosition(row.id, row.alias);
      this.#run.movePosition(row.id, row.part_id);
    }
    const changes = ids.map((id) => ({ before: before.get(id) ?? null, after: after.get(id) ?? null }));
    await indexChanges(this.#connection, changes);
  }

  /** Ends the changes of a transaction. What was deleted is still to be merged out of the index. */
  async finish(): Promise<void> {
    await writeIndex(this.#connection);
    this.#db.exec('UPDATE catalogue_state SET version = version + 1');
  }
}

const missing = (ids: readonly number[], rows: readonly { readonly id: number }[]): number[] => {
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
};

const others = columns.POSITION_NAMES.filter(
  (name) => !(FREQUENT as readonly columns.PositionColumnName[]).includes(name),
);

/** A hash of all other columns of `positions p`: while it is the same they need not be read or indexed again. */
const REST = `hash_record_extended(ROW(${others.map((name) => `p.${name}`).join(', ')}), 0) & ${Number.MAX_SAFE_INTEGER}`;

/** The values of FREQUENT, the id and `rest` of a position. */
type FrequentValues = readonly [...values: number[], id: number, rest: number];

const FREQUENT_SELECT = `SELECT json_agg(json_build_array(${[...FREQUENT, 'id'].map((name) => `p.${name}`).join(', ')}, ${REST})) AS found
  FROM positions p WHERE p.id = ANY($1::bigint[])`;

/** Those of these positions that there are, so many at a time; as one value, ten times as fast as row by row. */
export async function* frequentInParts(
  source: PostgresConnection,
  ids: readonly number[],
  size: number,
): AsyncGenerator<{ readonly ids: readonly number[]; readonly rows: readonly FrequentValues[] }> {
  for (let at = 0; at < ids.length; at += size) {
    const part = ids.slice(at, at + size);
    const [row] = await source.query<{ found: FrequentValues[] | null }>(FREQUENT_SELECT, [part]);
    yield { ids: part, rows: row?.found ?? [] };
  }
}

type SourcePosition = columns.PositionRecord & { readonly article_key: string; readonly rest: number };

interface SourceRows {
  readonly brands: { readonly id: number; readonly title: string };
  readonly providers: SupplierTerms;
  readonly article_keys: { readonly id: number; readonly key: string };
  readonly search_words: { readonly id: number; readonly kind: string; readonly word: string; readonly means: string };
  readonly crosses: Pick<CrossTable, (typeof CROSS_COLUMNS)[number]> & { readonly id: number };
  readonly alias_redirects: { readonly id: number; readonly alias: string };
}

const COLUMNS = columns.POSITION_NAMES.map((name) => `p.${name}`).join(', ');

/** What is read of each table; `id` is what the log and the order of reading go by. */
const SELECT = {
  brands: 'SELECT p.id, p.title FROM brands p',
  providers: 'SELECT p.id, p.public_name, p.delivery_from, p.delivery_to FROM providers p',
  search_words: 'SELECT p.id, p.kind, p.word, p.means FROM search_words p',
  crosses: `SELECT p.id, ${CROSS_COLUMNS.map((name) => `p.${name}`).join(', ')} FROM crosses p`,
  article_keys: 'SELECT p.id, p.key FROM article_keys p',
  positions: `SELECT ${COLUMNS}, k.key AS article_key, ${REST} AS rest FROM positions p JOIN article_keys k ON k.id = p.key_id`,
  alias_redirects: 'SELECT p.position_id AS id, p.alias FROM alias_redirects p',
} as const;

type Table = keyof typeof SELECT;
type Row<Name extends Table> = Name extends keyof SourceRows ? SourceRows[Name] : SourcePosition;

const idOf = (table: Table) => (table === 'alias_redirects' ? 'p.position_id' : 'p.id');

/** The rows with these ids that there are, by id, for so many ids at a time. */
export async function* rowsInParts<Name extends Table>(
  source: PostgresConnection,
  table: Name,
  ids: readonly number[],
  size: number,
): AsyncGenerator<{ readonly ids: readonly number[]; readonly rows: Row<Name>[] }> {
  const id = idOf(table);
  for (let at = 0; at < ids.length; at += size) {
    const part = ids.slice(at, at + size);
    const sql = `${SELECT[table]} WHERE ${id} = ANY($1::bigint[]) ORDER BY ${id}`;
    yield { ids: part, rows: await source.query<Row<Name>>(sql, [part]) };
  }
}

/** All rows of a table by id, at least `size` at a time: those of one id come together. */
export async function* allRows<Name extends Table>(
  source: PostgresConnection,
  table: Name,
  size: number,
): AsyncGenerator<Row<Name>[]> {
  const id = idOf(table);
  for (let last = 0; ; ) {
    const rows = await source.query<Row<Name>>(
      `${SELECT[table]} WHERE ${id} > $1 ORDER BY ${id} FETCH FIRST $2 ROWS WITH TIES`,
      [last, size],
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end.id;
  }
}

/** Yields what the source yields, and lets it work on the next value while the caller works on the present one. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (let read = await next; !read.done; read = await next) {
      next = source.next();
      // Taking the next value reports a failure; a caller that stops before ignores it.
      next.catch(() => {});
      yield read.value;
    }
  } finally {
    await next.catch(() => {});
  }
}
