import type { DatabaseSync } from 'node:sqlite';
import { planIndex } from '../search/index-changes.ts';
import { type IndexedRow, SELECTED_INDEXED } from '../search/indexed-row.ts';
import { tokenSum, tokensOf, trigramsOf } from './tokens-of.ts';

const POSITIONS = `SELECT ${SELECTED_INDEXED} FROM positions p JOIN article_keys k ON k.id = p.key_id ORDER BY p.id`;
const KEY = 'SELECT 1 FROM position_keys WHERE in_stock = ? AND key = ? AND position_id = ? AND kind = ?';
/** What a table of texts holds, without the texts themselves. */
const VOCABULARY = (table: string) =>
  `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_held USING fts5vocab(main, '${table}', instance)`;

/**
 * Where the search index of an open file differs from its positions: keys, words and trigrams of each, and by how many
 * positions each word is held. Reads everything; the caller sees to it that nothing changes meanwhile.
 */
export function indexFaults(db: DatabaseSync): string[] {
  const documents = new Map<number, number>();
  const words = new Map<string, number>();
  const faults: string[] = [];
  const findKey = db.prepare(KEY);
  let keys = 0;
  for (const row of db.prepare(POSITIONS).iterate() as Iterable<unknown>) {
    const planned = planIndex([{ before: null, after: row as IndexedRow }], words);
    for (const { inStock, key, positionId, kind } of planned.addedKeys) {
      keys += 1;
      if (!findKey.get(inStock, key, positionId, kind))
        faults.push(`position ${positionId} is not found by ${key}`);
    }
    for (const { id, after } of planned.documents)
      if (after) documents.set(id, tokenSum(tokensOf(after.words)));
  }
  const held = Number(db.prepare('SELECT count(*) AS count FROM position_keys').get()?.count);
  if (held > keys) faults.push(`${held - keys} keys are of no position`);
  const others = differing(db, 'position_words', documents);
  faults.push(...others.map((id) => `position ${id} is found by other words than it has`));
  const trigrams = differing(db, 'key_trigrams', keySums(db));
  faults.push(...trigrams.map((id) => `article key ${id} is not found by its fragments`));
  return [...faults, ...wordFaults(db, words)];
}

/** Ids whose tokens in the table are not those expected, as sums of them. */
function differing(db: DatabaseSync, table: string, expected: Map<number, number>): number[] {
  db.exec(VOCABULARY(table));
  const sums = new Map<number, number>();
  const rows = db.prepare(`SELECT doc, term FROM temp.${table}_held`).iterate() as Iterable<unknown>;
  let last = '';
  let sum = 0;
  for (const row of rows) {
    const { doc, term } = row as { doc: number; term: string };
    if (term !== last) {
      last = term;
      sum = tokenSum([term]);
    }
    sums.set(doc, ((sums.get(doc) ?? 0) + sum) | 0);
  }
  const ids = new Set([...expected.keys(), ...sums.keys()]);
  return [...ids].filter((id) => (expected.get(id) ?? 0) !== (sums.get(id) ?? 0));
}

function keySums(db: DatabaseSync): Map<number, number> {
  const sums = new Map<number, number>();
  for (const row of db.prepare('SELECT id, key FROM article_keys').iterate() as Iterable<unknown>) {
    const { id, key } = row as { id: number; key: string };
    sums.set(id, tokenSum(trigramsOf(key)));
  }
  return sums;
}

function wordFaults(db: DatabaseSync, expected: Map<string, number>): string[] {
  const faults: string[] = [];
  const rows = db.prepare('SELECT word, row_count FROM vocabulary WHERE row_count <> 0').iterate();
  for (const row of rows as Iterable<unknown>) {
    const { word, row_count } = row as { word: string; row_count: number };
    const count = expected.get(word) ?? 0;
    if (count !== row_count)
      faults.push(`the word ${word} counts ${row_count} positions instead of ${count}`);
    expected.delete(word);
  }
  return [...faults, ...[...expected.keys()].map((word) => `the word ${word} is not suggested`)];
}
