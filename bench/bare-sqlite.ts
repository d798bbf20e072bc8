import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { SEARCH_PAGE_DEFAULT } from '../contract/limits.ts';
import { articleKey } from '../server/platform/text/article-key.ts';
import { wordsOf } from '../server/platform/text/words.ts';
import type { QueryClass } from './queries.ts';

/** Behind every text that begins with the one before it. */
const LAST = '\u{10FFFF}';

/** Ids of a page, what is in stock first; the rows of these ids come afterwards. */
const SQL = {
  key: `SELECT position_id AS id FROM position_keys WHERE in_stock = ?1 AND key = ?2
    ORDER BY position_id LIMIT ${SEARCH_PAGE_DEFAULT}`,
  prefix: `SELECT position_id AS id FROM position_keys WHERE in_stock = ?1 AND key > ?2 AND key < ?2 || '${LAST}'
    ORDER BY key, position_id LIMIT ${SEARCH_PAGE_DEFAULT}`,
  fragment: `SELECT e.position_id AS id FROM key_trigrams t CROSS JOIN article_keys k ON k.id = t.rowid
    CROSS JOIN position_keys e ON e.in_stock = ?1 AND e.key = k.key
    WHERE t.key_trigrams MATCH ?2 ORDER BY t.rowid, e.position_id LIMIT ${SEARCH_PAGE_DEFAULT}`,
  words: `SELECT rowid AS id FROM position_words WHERE position_words MATCH '"_s' || CAST(?1 AS INTEGER) || '" AND ' || ?2
    ORDER BY rowid LIMIT ${SEARCH_PAGE_DEFAULT}`,
  rows: `SELECT p.*, b.title AS brand_title FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value
    JOIN brands b ON b.id = p.brand_id`,
} as const;

type Asked = readonly [statement: Exclude<keyof typeof SQL, 'rows'>, parameter: string];

const quoted = (tokens: readonly string[]): string => tokens.map((token) => `"${token}"`).join(' AND ');
const trigrams = (key: string): string[] => [key.slice(0, 3), key.slice(3, 6)];

/** A single query written for the typed text: no stages, no guesses, no ranks. */
const ASKED: Readonly<Record<QueryClass, (query: string) => Asked>> = {
  'exact article': (query) => ['key', articleKey(query)],
  'look-alikes': (query) => ['key', articleKey(query)],
  prefix: (query) => ['prefix', articleKey(query)],
  'inner fragment of 6': (query) => ['fragment', quoted(trigrams(articleKey(query)))],
  'one word': (query) => ['words', quoted(wordsOf(query))],
  'three words': (query) => ['words', quoted(wordsOf(query))],
  'unfinished word': (query) => ['words', `"${query}" *`],
  'word + article': (query) => ['key', articleKey(query.slice(query.indexOf(' ') + 1))],
};

/** An index file asked directly, by this thread. */
export interface BareSqlite {
  /** Time of each query, milliseconds: one page of rows as objects, nothing else. */
  timesOf(kind: QueryClass, queries: readonly string[]): number[];
  close(): void;
}

/** Opens the file of the search index that a server has open too; its page cache and memory map are the server's sizes. */
export function openBareSqlite(file: string): BareSqlite {
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824');
  const statements = Object.fromEntries(Object.entries(SQL).map(([name, sql]) => [name, db.prepare(sql)]));
  const ask = (name: keyof typeof SQL, ...values: SQLInputValue[]) => statements[name]?.all(...values) ?? [];
  const page = ([statement, parameter]: Asked) => {
    const ids = ask(statement, 1, parameter);
    if (ids.length < SEARCH_PAGE_DEFAULT) ids.push(...ask(statement, 0, parameter));
    return ask('rows', JSON.stringify(ids.slice(0, SEARCH_PAGE_DEFAULT).map(({ id }) => id)));
  };
  return {
    timesOf: (kind, queries) =>
      queries.map((query) => {
        const began = performance.now();
        page(ASKED[kind](query));
        return performance.now() - began;
      }),
    close: () => db.close(),
  };
}
