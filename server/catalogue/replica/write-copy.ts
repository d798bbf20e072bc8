import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { POSITION_NAMES } from '../../../contract/catalogue/columns.ts';
import { plainRows } from '../../platform/database/sqlite-connection.ts';
import { indexChanges, writeIndex } from '../search-index/index-writer.ts';
import { type IndexedRow, SELECTED_INDEXED } from '../search-index/tokens.ts';
import { CROSS_COLUMNS, FREQUENT, type FrequentValues, type SourcePosition, type SourceRows } from './source-rows.ts';

/** Alias and part are all but never changed, and whatever sets them writes their indexes anew. */
const APART = ['id', 'alias', 'part_id'];
const WRITTEN = [...POSITION_NAMES, 'rest'] as const;
const UPDATED = WRITTEN.filter((name) => !APART.includes(name)).map((name) => `${name} = excluded.${name}`);

const SQL = {
  addBrand: `INSERT INTO brands (id, title) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title`,
  removeBrand: 'DELETE FROM brands WHERE id = ?',
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

const INDEXED = `SELECT ${SELECTED_INDEXED}
  FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value JOIN article_keys k ON k.id = p.key_id`;

/** Brings rows of the catalogue into a copy, together with their search index, inside the caller's transaction. */
export class CopyWriter {
  readonly #db: DatabaseSync;
  readonly #connection;
  readonly #run: Record<keyof typeof SQL, (...values: SQLInputValue[]) => number>;
  readonly #indexed: (ids: string) => IndexedRow[];

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#connection = { dialect: 'sqlite', db } as const;
    const entries = Object.entries(SQL).map(([name, sql]) => {
      const statement = db.prepare(sql);
      return [name, (...values: SQLInputValue[]) => Number(statement.run(...values).changes)];
    });
    this.#run = Object.fromEntries(entries);
    this.#indexed = plainRows(db.prepare(INDEXED));
  }

  /** Brands with these ids are now these rows. */
  brands(ids: readonly number[], rows: readonly SourceRows['brands'][]): void {
    for (const id of missing(ids, rows)) this.#run.removeBrand(id);
    for (const { id, title } of rows) this.#run.addBrand(id, title);
  }

  /** The shop's own words with these ids are now these rows. */
  words(ids: readonly number[], rows: readonly SourceRows['search_words'][]): void {
    for (const id of missing(ids, rows)) this.#run.removeWord(id);
    for (const { id, kind, word, means } of rows) this.#run.addWord(id, kind, word, means);
  }

  /** Crosses with these ids are now these rows. */
  crosses(ids: readonly number[], rows: readonly SourceRows['crosses'][]): void {
    for (const id of missing(ids, rows)) this.#run.removeCross(id);
    for (const row of rows) this.#run.addCross(row.id, ...CROSS_COLUMNS.map((name) => row[name]));
  }

  /** Keys are only ever added, under the ids of the catalogue: the order of a stage goes by them in every process. */
  keys(rows: readonly SourceRows['article_keys'][]): void {
    for (const { id, key } of rows) if (this.#run.addKey(id, key) > 0) this.#run.addTrigrams(id, key);
  }

  /** Redirects to the positions with these ids are now these rows. */
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
  finish(): void {
    writeIndex(this.#connection);
    this.#db.exec('UPDATE catalogue_state SET version = version + 1');
  }
}

const missing = (ids: readonly number[], rows: readonly { readonly id: number }[]): number[] => {
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
};
