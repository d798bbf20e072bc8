// Answers the questions of the search (by article, fragment, word) by SQL over the index in an SQLite file. Runs in
// search threads.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { plainRows } from '../../platform/database/sqlite-connection.ts';
import { keyHash, type NearKey, nearKeys } from '../../platform/text/misspellings.ts';
import {
  ANSWERED_COLUMNS,
  type OfferRow,
  type PositionRow,
  SUPPLIER_COLUMNS,
  type SupplierTerms,
} from '../context/position.ts';
import { type CrossRow, REPLACING_SQL } from '../parts/replacements.ts';
import type { WordEntry } from '../search-words/dictionary.ts';
import { makerNames } from '../search-words/maker-names.ts';
import { numbersIn } from './id-lists.ts';
import { KnownKeys } from './known-keys.ts';
import type { PositionColumns } from './position-columns.ts';
import * as queries from './query.ts';
import { SEARCHED_COLUMNS } from './tokens.ts';
import type { ListedWords } from './word-lists.ts';

/** Behind every key that begins with the text before it. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Keys of a fragment that are kept for the questions to come; where there are more, each question walks the index. */
const KEYS_KEPT = 200;

interface KeyRow {
  readonly id: number;
  readonly key: string;
}

const matchOfFragment = (fragment: string): string =>
  queries
    .searchedTrigrams(fragment)
    .map((trigram) => `"${trigram}"`)
    .join(' AND ');

const SHOWN: readonly string[] = ANSWERED_COLUMNS;
/** The columns of a position; what stands beside them is put in from memory, where there are few. */
const ANSWERED = [
  ...ANSWERED_COLUMNS.map((name) => `p.${name}`),
  "'' AS brand_title",
  ...SUPPLIER_COLUMNS.map((name) => `NULL AS ${name}`),
].join(', ');
const SELECTED = [
  ANSWERED,
  ...SEARCHED_COLUMNS.filter((name) => !SHOWN.includes(name)).map((name) => `p.${name}`),
  'k.key AS article_key',
].join(', ');

const SQL = {
  byKey: `SELECT position_id AS id, kind, key AS "order" FROM position_keys
    WHERE in_stock = ? AND key = ? ORDER BY position_id LIMIT ?`,
  byPrefix: `SELECT position_id AS id, kind, key AS "order" FROM position_keys
    WHERE in_stock = ? AND key > ? AND key < ? ORDER BY key, position_id LIMIT ?`,
  // From the key itself on, which comes first.
  fromKey: `SELECT position_id AS id, kind, key AS "order" FROM position_keys
    WHERE in_stock = ? AND key >= ? AND key < ? ORDER BY key, position_id LIMIT ?`,
  someFrom: `SELECT position_id AS id FROM position_keys
    WHERE in_stock = ? AND key >= ? AND key < ? AND key <> ? LIMIT ?`,
  byFragment: `SELECT e.position_id AS id, e.kind, k.id AS "order"
    FROM key_trigrams t CROSS JOIN article_keys k ON k.id = t.rowid
    CROSS JOIN position_keys e ON e.in_stock = ?1 AND e.key = k.key
    WHERE t.key_trigrams MATCH ?2 AND instr(k.key, ?3) > 1 ORDER BY t.rowid, e.position_id LIMIT ?4`,
  keysWith: `SELECT k.id, k.key FROM key_trigrams t CROSS JOIN article_keys k ON k.id = t.rowid
    WHERE t.key_trigrams MATCH ? AND instr(k.key, ?) > 1 ORDER BY t.rowid LIMIT ${KEYS_KEPT}`,
  idsByWords: `SELECT group_concat(id) AS ids
    FROM (SELECT rowid AS id FROM position_words WHERE position_words MATCH ? ORDER BY rowid LIMIT ?)`,
  keysOf: `SELECT p.id, k.key AS article_key, p.code
    FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value JOIN article_keys k ON k.id = p.key_id`,
  byKeys: `SELECT position_id AS id FROM position_keys WHERE in_stock = ? AND key = ? ORDER BY position_id LIMIT ?`,
  answers: `SELECT ${ANSWERED} FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value`,
  offers: `SELECT ${ANSWERED}, r.name, '' AS marks
    FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value
    LEFT JOIN position_readings r ON r.id = p.id`,
  rows: `SELECT ${SELECTED}
    FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value JOIN article_keys k ON k.id = p.key_id`,
  makerTitles: `SELECT p.manufacturer_key AS key, p.manufacturer
    FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value`,
  replacing: REPLACING_SQL,
  brands: 'SELECT id, title FROM brands ORDER BY id',
  suppliers: `SELECT id, ${SUPPLIER_COLUMNS.join(', ')} FROM providers`,
  stocks: "SELECT id, public_name AS title FROM providers WHERE public_name <> '' ORDER BY id",
  ownWords: 'SELECT kind, word, means FROM search_words ORDER BY id',
  dataVersion: 'PRAGMA data_version',
  wordsFrom: `SELECT word FROM vocabulary WHERE word >= ? AND word < ? AND row_count > 0
    ORDER BY row_count DESC, word LIMIT ?`,
  wordCounts: `SELECT v.word, v.row_count FROM json_each(?) wanted CROSS JOIN vocabulary v ON v.word = wanted.value
    WHERE v.row_count > 0`,
  firstKeyFrom: 'SELECT key FROM position_keys WHERE in_stock = ? AND key >= ? AND key < ? ORDER BY key LIMIT 1',
  keysThatAre: `SELECT k.key FROM json_each(?) wanted CROSS JOIN article_keys k ON k.key = wanted.value
    WHERE EXISTS (SELECT 1 FROM position_keys e WHERE e.in_stock IN (0, 1) AND e.key = k.key)`,
};

type Mutable<Row> = { -readonly [Column in keyof Row]: Row[Column] };

type Ask = <Row>(...parameters: SQLInputValue[]) => Row[];

export class FileSearchIndex implements queries.SearchIndex {
  readonly #ask: Record<keyof typeof SQL, Ask>;
  readonly #listed: ListedWords | null;
  readonly #titles = new Map<'brands' | 'stocks', { version: number; titles: readonly queries.BrandTitle[] }>();
  #ownWords: { version: number; written: string; entries: readonly WordEntry[] } = {
    version: -1,
    written: '',
    entries: [],
  };
  #brandTitles: ReadonlyMap<number, string> = new Map();
  #suppliers: ReadonlyMap<number, Omit<SupplierTerms, 'id'>> = new Map();
  #namesAt = -1;
  #nearest: { readonly key: string; readonly version: number; readonly keys: readonly NearKey[] } | null = null;
  /** Of the transaction that was begun; null: calls stand in none. */
  #begunAt: number | null = null;
  readonly #knownKeys: KnownKeys;
  #knownAt = -1;
  /** By stock what was read behind the last whole key: the stage that comes next asks for it. */
  readonly #longer: ({ key: string; version: number; found: readonly queries.Candidate[] } | undefined)[] = [];
  #lastFragment: { fragment: string; version: number; keys: readonly KeyRow[] } = {
    fragment: '',
    version: -1,
    keys: [],
  };

  /** `listed`: word lists kept in memory. */
  constructor(db: DatabaseSync, listed: ListedWords | null = null) {
    this.#listed = listed;
    this.#knownKeys = new KnownKeys(db);
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, plainRows(db.prepare(sql))]);
    this.#ask = Object.fromEntries(prepared) as Record<keyof typeof SQL, Ask>;
  }

  /** To be called where a transaction begins, by a caller all of whose calls stand in one: the file may be another by then. */
  begin(): void {
    this.#listed?.begin();
    this.#begunAt = null;
    this.#begunAt = this.#version();
  }

  async byKey(stock: number, key: string, limit: number): Promise<queries.Candidate[]> {
    return this.#mayHave(key) ? this.#ask.byKey<queries.Candidate>(stock, key, limit) : [];
  }

  async byWhole(stock: number, key: string, limit: number): Promise<queries.Candidate[]> {
    if (!this.#mayHave(key)) return [];
    const found = this.#ask.fromKey<queries.Candidate>(stock, key, key + LAST_CHARACTER, limit);
    const longer = found.findIndex(({ order }) => order !== key);
    const end = longer === -1 ? found.length : longer;
    if (found.length < limit) this.#longer[stock] = { key, version: this.#version(), found: found.slice(end) };
    return found.slice(0, end);
  }

  async byPrefix(stock: number, prefix: string, limit: number): Promise<queries.Candidate[]> {
    if (!this.#mayHold(prefix)) return [];
    const known = this.#longer[stock];
    if (known?.key === prefix && known.version === this.#version()) return known.found.slice(0, limit);
    // The prefix itself as a whole key is the exact article, which has a stage of its own.
    return this.#ask.byPrefix<queries.Candidate>(stock, prefix, prefix + LAST_CHARACTER, limit);
  }

  async someFrom(stock: number, prefix: string, butFor: string, limit: number): Promise<number[]> {
    const found = this.#ask.someFrom<{ id: number }>(stock, prefix, prefix + LAST_CHARACTER, butFor, limit);
    return found.map(({ id }) => id);
  }

  async byFragment(stock: number, fragment: string, limit: number): Promise<queries.Candidate[]> {
    const keys = this.#keysWith(fragment);
    if (keys.length === KEYS_KEPT) {
      return this.#ask.byFragment<queries.Candidate>(stock, matchOfFragment(fragment), fragment, limit);
    }
    const candidates: queries.Candidate[] = [];
    for (const { id, key } of keys) {
      if (candidates.length >= limit) break;
      const found = await this.byKey(stock, key, limit - candidates.length);
      for (const candidate of found) candidates.push({ ...candidate, order: id });
    }
    return candidates;
  }

  /** The first keys that hold the fragment; both stocks and the count of one search ask for the same. */
  #keysWith(fragment: string): readonly KeyRow[] {
    if (!this.#mayHold(fragment)) return [];
    const version = this.#version();
    if (this.#lastFragment.fragment !== fragment || this.#lastFragment.version !== version) {
      const keys = this.#ask.keysWith<KeyRow>(matchOfFragment(fragment), fragment);
      this.#lastFragment = { fragment, version, keys };
    }
    return this.#lastFragment.keys;
  }

  async idsByWords(expression: queries.Expression, limit: number): Promise<Int32Array> {
    const known = this.#listed?.idsOf(expression);
    if (known) return known.subarray(0, limit);
    // One text for all ids: row by row they take twice the time.
    const [found] = this.#ask.idsByWords<{ ids: string | null }>(queries.asFts5(expression), limit);
    return numbersIn(found?.ids ?? '');
  }

  async keysOf(ids: readonly number[]): Promise<queries.SearchKeys[]> {
    return this.#ask.keysOf<queries.SearchKeys>(JSON.stringify(ids));
  }

  async byKeys(keys: readonly string[], each: number): Promise<{ key: string; id: number }[]> {
    return keys.flatMap((key) => {
      const ids = [1, 0].flatMap((stock) => this.#ask.byKeys<{ id: number }>(stock, key, each));
      return ids.slice(0, each).map((row) => ({ key, id: row.id }));
    });
  }

  async rows(ids: readonly number[]): Promise<queries.SearchRow[]> {
    return this.#named(this.#ask.rows<queries.SearchRow>(JSON.stringify(ids)));
  }

  async answers(ids: readonly number[]): Promise<PositionRow[]> {
    return this.#named(this.#ask.answers<PositionRow>(JSON.stringify(ids)));
  }

  /** Puts the titles of brands and the terms of suppliers into rows: looking them up for each row takes longer. */
  #named<Row extends PositionRow>(rows: Row[]): Row[] {
    const version = this.#version();
    if (version !== this.#namesAt) {
      this.#brandTitles = new Map(this.#titlesOf('brands').map(({ id, title }) => [id, title]));
      this.#suppliers = new Map(this.#ask.suppliers<SupplierTerms>().map(({ id, ...terms }) => [id, terms]));
      this.#namesAt = version;
    }
    for (const row of rows as unknown as Mutable<PositionRow>[]) {
      row.brand_title = this.#brandTitles.get(row.brand_id) ?? '';
      const terms = this.#suppliers.get(row.provider_id);
      if (!terms) continue;
      row.public_name = terms.public_name;
      row.delivery_from = terms.delivery_from;
      row.delivery_to = terms.delivery_to;
    }
    return rows;
  }

  async offers(ids: readonly number[], columns: PositionColumns): Promise<OfferRow[]> {
    const rows = this.#named(this.#ask.offers<Mutable<OfferRow>>(JSON.stringify(ids)));
    const marks = columns.saidBy('marks');
    for (const row of rows) {
      row.marks = marks(row.id);
      row.manufacturer = columns.makerTitle(row.id, row.manufacturer);
    }
    return rows;
  }

  async makerTitles(ids: readonly number[]): Promise<ReadonlyMap<string, string>> {
    const names = makerNames(await this.ownWords());
    const found = this.#ask.makerTitles<{ key: string; manufacturer: string }>(JSON.stringify(ids));
    const titles = new Map<string, string>();
    for (const { key, manufacturer } of found) {
      const maker = names.keyOf(key);
      // One that writes the maker itself spells it best.
      if (key === maker || !titles.has(maker)) titles.set(maker, names.titleOf(manufacturer));
    }
    return titles;
  }

  async replacing(keys: readonly string[]): Promise<CrossRow[]> {
    return this.#ask.replacing<CrossRow>(JSON.stringify(keys));
  }

  async brands(): Promise<readonly queries.BrandTitle[]> {
    return this.#titlesOf('brands');
  }

  async stocks(): Promise<readonly queries.BrandTitle[]> {
    return this.#titlesOf('stocks');
  }

  #titlesOf(table: 'brands' | 'stocks'): readonly queries.BrandTitle[] {
    const version = this.#version();
    const known = this.#titles.get(table);
    if (known?.version === version) return known.titles;
    const titles = this.#ask[table]<queries.BrandTitle>();
    this.#titles.set(table, { version, titles });
    return titles;
  }

  async ownWords(): Promise<readonly WordEntry[]> {
    const version = this.#version();
    const known = this.#ownWords;
    if (version === known.version) return known.entries;
    const entries = this.#ask.ownWords<WordEntry>();
    const written = JSON.stringify(entries);
    // A dictionary is made of them, which takes far longer than a look whether they are others.
    this.#ownWords = { version, written, entries: written === known.written ? known.entries : entries };
    return this.#ownWords.entries;
  }

  async wordsFrom(prefix: string, limit: number): Promise<string[]> {
    const found = this.#ask.wordsFrom<{ word: string }>(prefix, prefix + LAST_CHARACTER, limit);
    return found.map(({ word }) => word);
  }

  async wordCounts(words: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = this.#ask.wordCounts<{ word: string; row_count: number }>(JSON.stringify(words));
    return new Map(found.map(({ word, row_count }) => [word, row_count]));
  }

  async firstKeyFrom(prefix: string): Promise<string | null> {
    for (const stock of [1, 0]) {
      const [found] = this.#ask.firstKeyFrom<{ key: string }>(stock, prefix, prefix + LAST_CHARACTER);
      if (found) return found.key;
    }
    return null;
  }

  async nearKeys(key: string): Promise<readonly NearKey[]> {
    const version = this.#version();
    // Those in stock and the others are asked for one after the other.
    if (this.#nearest?.key !== key || this.#nearest.version !== version)
      this.#nearest = { key, version, keys: this.#foundNear(key) };
    return this.#nearest.keys;
  }

  #foundNear(key: string): NearKey[] {
    this.#keepUp();
    const possible = nearKeys(key, (hash) => this.#knownKeys.has(hash));
    if (possible.length === 0) return [];
    const found = this.#ask.keysThatAre<{ key: string }>(JSON.stringify(possible.map((near) => near.key)));
    const there = new Set(found.map((row) => row.key));
    return possible.filter((near) => there.has(near.key));
  }

  #keepUp(): void {
    const version = this.#version();
    if (version !== this.#knownAt) this.#knownKeys.keepUp();
    this.#knownAt = version;
  }

  /** The keys that are known, in step with the file; null where all of them would have to be read first. */
  #knownByNow(): KnownKeys | null {
    if (!this.#knownKeys.isWhole) return null;
    this.#keepUp();
    return this.#knownKeys;
  }

  #mayHave(key: string): boolean {
    return this.#knownByNow()?.has(keyHash(key)) ?? true;
  }

  #mayHold(piece: string): boolean {
    return this.#knownByNow()?.mayHold(piece) ?? true;
  }

  /** Reads a piece of what the first question for neighbours would wait for; whether there may be more. */
  warmSome(): boolean {
    return this.#knownKeys.readSome();
  }

  /** Changes with every commit of another connection. */
  #version(): number {
    return this.#begunAt ?? this.#ask.dataVersion<{ data_version: number }>()[0]?.data_version ?? 0;
  }
}
