import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { POSITION_COLUMNS } from '../position.ts';
import { asFts5, type Expression, searchedTrigrams } from './expression.ts';
import type { Behind, BrandTitle, Candidate, SearchIndex, SearchRow } from './search-index.ts';
import { ARTICLE_KIND } from './tokens.ts';

/** Behind every key that begins with the text before it. */
const LAST_CHARACTER = '\u{10FFFF}';

const SQL = {
  byKey: `SELECT position_id AS id, kind, key AS "order" FROM position_keys
    WHERE in_stock = ? AND key = ? AND position_id > ? ORDER BY position_id LIMIT ?`,
  byPrefix: `SELECT position_id AS id, kind, key AS "order" FROM position_keys
    WHERE in_stock = ? AND (key, position_id) > (?, ?) AND key < ? ORDER BY key, position_id LIMIT ?`,
  byFragment: `SELECT e.position_id AS id, e.kind, k.id AS "order"
    FROM key_trigrams t CROSS JOIN article_keys k ON k.id = t.rowid
    CROSS JOIN position_keys e ON e.in_stock = ?1 AND e.key = k.key
    WHERE t.key_trigrams MATCH ?2 AND t.rowid >= ?3 AND instr(k.key, ?4) > 1
      AND (k.id > ?3 OR e.position_id > ?5)
    ORDER BY t.rowid, e.position_id LIMIT ?6`,
  byWords: `SELECT rowid AS id, ${ARTICLE_KIND} AS kind, 0 AS "order" FROM position_words
    WHERE position_words MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?`,
  byKeys: `SELECT position_id AS id FROM position_keys WHERE in_stock = ? AND key = ? ORDER BY position_id LIMIT ?`,
  rows: `SELECT ${POSITION_COLUMNS}, p.in_stock, k.key AS article_key
    FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value
    JOIN brands b ON b.id = p.brand_id JOIN article_keys k ON k.id = p.key_id`,
  keyId: 'SELECT id FROM article_keys WHERE key = ?',
  brands: 'SELECT id, title FROM brands ORDER BY id',
  dataVersion: 'PRAGMA data_version',
  wordsFrom: `SELECT word FROM vocabulary WHERE word >= ? AND word < ? AND row_count > 0
    ORDER BY row_count DESC, word LIMIT ?`,
  wordCounts: `SELECT v.word, v.row_count FROM json_each(?) wanted CROSS JOIN vocabulary v ON v.word = wanted.value
    WHERE v.row_count > 0`,
};

/** The search index in an SQLite file, over a connection of this thread. */
export class SqliteSearchIndex implements SearchIndex {
  readonly #statements: Record<keyof typeof SQL, StatementSync>;
  #brands: readonly BrandTitle[] = [];
  #brandsVersion = -1;

  constructor(db: DatabaseSync) {
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, db.prepare(sql)]);
    this.#statements = Object.fromEntries(prepared) as Record<keyof typeof SQL, StatementSync>;
  }

  async byKey(stock: number, key: string, behindId: number, limit: number): Promise<Candidate[]> {
    return this.#statements.byKey.all(stock, key, behindId, limit) as unknown as Candidate[];
  }

  async byPrefix(stock: number, prefix: string, behind: Behind, limit: number): Promise<Candidate[]> {
    // The prefix itself as a whole key is the exact article, which has a stage of its own.
    const [key, id] = behind ? [behind.order, behind.id] : [prefix, Number.MAX_SAFE_INTEGER];
    const found = this.#statements.byPrefix.all(stock, key, id, prefix + LAST_CHARACTER, limit);
    return found as unknown as Candidate[];
  }

  async byFragment(stock: number, fragment: string, behind: Behind, limit: number): Promise<Candidate[]> {
    const trigrams = searchedTrigrams(fragment).map((trigram) => `"${trigram}"`);
    const [keyId, id] = behind ? [behind.order, behind.id] : [0, 0];
    const found = this.#statements.byFragment.all(stock, trigrams.join(' AND '), keyId, fragment, id, limit);
    return found as unknown as Candidate[];
  }

  async byWords(
    stock: number,
    expression: Expression,
    behindId: number,
    limit: number,
  ): Promise<Candidate[]> {
    const stocked = asFts5({ all: [{ token: `_s${stock}` }, expression] });
    return this.#statements.byWords.all(stocked, behindId, limit) as unknown as Candidate[];
  }

  async byKeys(keys: readonly string[], each: number): Promise<{ key: string; id: number }[]> {
    return keys.flatMap((key) => {
      const ids = [1, 0].flatMap((stock) => this.#statements.byKeys.all(stock, key, each));
      return ids.slice(0, each).map((row) => ({ key, id: Number(row.id) }));
    });
  }

  async rows(ids: readonly number[]): Promise<SearchRow[]> {
    return this.#statements.rows.all(JSON.stringify(ids)) as unknown as SearchRow[];
  }

  async keyId(key: string): Promise<number | null> {
    return (this.#statements.keyId.get(key)?.id as number | undefined) ?? null;
  }

  async brands(): Promise<readonly BrandTitle[]> {
    const version = Number(this.#statements.dataVersion.get()?.data_version);
    if (version !== this.#brandsVersion) {
      this.#brands = this.#statements.brands.all() as unknown as BrandTitle[];
      this.#brandsVersion = version;
    }
    return this.#brands;
  }

  async wordsFrom(prefix: string, limit: number): Promise<string[]> {
    const found = this.#statements.wordsFrom.all(prefix, prefix + LAST_CHARACTER, limit);
    return found.map((row) => String(row.word));
  }

  async wordCounts(words: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = this.#statements.wordCounts.all(JSON.stringify(words));
    return new Map(found.map((row) => [String(row.word), Number(row.row_count)]));
  }
}
