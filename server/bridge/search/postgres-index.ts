import { CompiledQuery, type Kysely } from 'kysely';
import { POSITION_COLUMNS } from '../position.ts';
import type { BridgeSchema } from '../schema.ts';
import { asTsquery, type Expression } from './expression.ts';
import type { Behind, BrandTitle, Candidate, SearchIndex, SearchRow } from './search-index.ts';
import { ARTICLE_KIND } from './tokens.ts';

/** Behind every key that begins with the text before it. */
const LAST_CHARACTER = '\u{10FFFF}';

/** The search index in PostgreSQL, over the pool. */
export class PostgresSearchIndex implements SearchIndex {
  readonly #kysely: Kysely<BridgeSchema>;
  #brands: readonly BrandTitle[] = [];
  #brandsPrint = '';

  constructor(kysely: Kysely<BridgeSchema>) {
    this.#kysely = kysely;
  }

  async #all<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.#kysely.executeQuery<Row>(CompiledQuery.raw(sql, values))).rows;
  }

  byKey(stock: number, key: string, behindId: number, limit: number): Promise<Candidate[]> {
    return this.#all(
      `SELECT position_id AS id, kind, key AS "order" FROM position_keys
       WHERE in_stock = $1 AND key = $2 AND position_id > $3 ORDER BY position_id LIMIT $4`,
      stock,
      key,
      behindId,
      limit,
    );
  }

  byPrefix(stock: number, prefix: string, behind: Behind, limit: number): Promise<Candidate[]> {
    // The prefix itself as a whole key is the exact article, which has a stage of its own.
    const [key, id] = behind ? [behind.order, behind.id] : [prefix, Number.MAX_SAFE_INTEGER];
    return this.#all(
      `SELECT position_id AS id, kind, key AS "order" FROM position_keys
       WHERE in_stock = $1 AND (key, position_id) > ($2, $3) AND key < $4 ORDER BY key, position_id LIMIT $5`,
      stock,
      key,
      id,
      prefix + LAST_CHARACTER,
      limit,
    );
  }

  byFragment(stock: number, fragment: string, behind: Behind, limit: number): Promise<Candidate[]> {
    // Keys hold letters, marks of other alphabets and digits only: nothing that LIKE gives a meaning.
    return this.#all(
      `SELECT e.position_id AS id, e.kind, k.id AS "order"
       FROM article_keys k JOIN position_keys e ON e.key = k.key AND e.in_stock = $1
       WHERE k.key LIKE $2 AND k.key NOT LIKE $3 AND (k.id, e.position_id) > ($4, $5) AND k.id >= $4
       ORDER BY k.id, e.position_id LIMIT $6`,
      stock,
      `%${fragment}%`,
      `${fragment}%`,
      behind?.order ?? 0,
      behind?.id ?? 0,
      limit,
    );
  }

  byWords(
    stock: number | null,
    expression: Expression,
    behindId: number,
    limit: number,
  ): Promise<Candidate[]> {
    const select = `SELECT position_id AS id, ${ARTICLE_KIND} AS kind, 0 AS "order" FROM position_words`;
    const query = asTsquery(expression);
    if (stock === null) {
      // Only counted: without an order the first rows that come along will do.
      const anyOrder = `${select} WHERE words @@ $1::tsquery AND position_id > $2 LIMIT $3`;
      return this.#all(anyOrder, query, behindId, limit);
    }
    return this.#all(
      `${select} WHERE in_stock = $1 AND words @@ $2::tsquery AND position_id > $3 ORDER BY position_id LIMIT $4`,
      stock,
      query,
      behindId,
      limit,
    );
  }

  byKeys(keys: readonly string[], each: number): Promise<{ key: string; id: number }[]> {
    return this.#all(
      `SELECT wanted.key, hit.id FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, place)
       CROSS JOIN LATERAL (
         SELECT e.position_id AS id, e.in_stock FROM position_keys e
         WHERE e.in_stock IN (0, 1) AND e.key = wanted.key ORDER BY e.in_stock DESC, e.position_id LIMIT $2
       ) hit ORDER BY wanted.place, hit.in_stock DESC, hit.id`,
      keys,
      each,
    );
  }

  rows(ids: readonly number[]): Promise<SearchRow[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.#all(
      `SELECT ${POSITION_COLUMNS}, p.in_stock, k.key AS article_key
       FROM positions p JOIN brands b ON b.id = p.brand_id JOIN article_keys k ON k.id = p.key_id
       WHERE p.id = ANY($1::bigint[])`,
      ids,
    );
  }

  async keyId(key: string): Promise<number | null> {
    const [row] = await this.#all<{ id: number }>('SELECT id FROM article_keys WHERE key = $1', key);
    return row?.id ?? null;
  }

  async brands(): Promise<readonly BrandTitle[]> {
    const [row] = await this.#all<{ print: string }>(
      `SELECT concat(count(*), ':', sum(hashtext(title)::bigint * (id % 1009 + 1))) AS print FROM brands`,
    );
    if (row && row.print !== this.#brandsPrint) {
      this.#brands = await this.#all<BrandTitle>('SELECT id, title FROM brands ORDER BY id');
      this.#brandsPrint = row.print;
    }
    return this.#brands;
  }

  async wordsFrom(prefix: string, limit: number): Promise<string[]> {
    const found = await this.#all<{ word: string }>(
      `SELECT word FROM vocabulary WHERE word >= $1 AND word < $2 AND row_count > 0
       ORDER BY row_count DESC, word LIMIT $3`,
      prefix,
      prefix + LAST_CHARACTER,
      limit,
    );
    return found.map(({ word }) => word);
  }

  async wordCounts(words: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = await this.#all<{ word: string; row_count: number }>(
      'SELECT word, row_count FROM vocabulary WHERE word = ANY($1::text[]) AND row_count > 0',
      words,
    );
    return new Map(found.map((row) => [row.word, row.row_count]));
  }
}
