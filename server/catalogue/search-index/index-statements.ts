import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { DocumentChange, KeyEntry } from './index-changes.ts';

interface Statements {
  readonly removeKey: StatementSync;
  readonly addKey: StatementSync;
  readonly removeDocument: StatementSync;
  readonly addDocument: StatementSync;
  readonly countWord: StatementSync;
  readonly smallRowid: StatementSync;
}

const prepared = new WeakMap<DatabaseSync, Statements>();

function statementsOf(db: DatabaseSync): Statements {
  const known = prepared.get(db);
  if (known) return known;
  const removeDocument = db.prepare('DELETE FROM position_words WHERE rowid = ?');
  // Deleting from a contentless table leaves a last row id beyond 2^53, which is an error unless read as a bigint…
  removeDocument.setReadBigInts(true);
  const statements = {
    removeKey: db.prepare('DELETE FROM position_keys WHERE in_stock = ? AND key = ? AND position_id = ? AND kind = ?'),
    addKey: db.prepare('INSERT OR IGNORE INTO position_keys (in_stock, key, position_id, kind) VALUES (?, ?, ?, ?)'),
    removeDocument,
    addDocument: db.prepare('INSERT INTO position_words (rowid, words) VALUES (?, ?)'),
    countWord: db.prepare(
      `INSERT INTO vocabulary (word, row_count) VALUES (?, ?)
       ON CONFLICT (word) DO UPDATE SET row_count = row_count + excluded.row_count`,
    ),
    // …and every later statement of the connection would report it as well. VALUES, not SELECT: that would open a
    // savepoint, at which FTS5 writes out all it has gathered.
    smallRowid: db.prepare(
      'INSERT OR REPLACE INTO catalogue_state (id, version) VALUES (1, (SELECT version FROM catalogue_state))',
    ),
  };
  prepared.set(db, statements);
  return statements;
}

/** Writes the keys of one planned batch. */
export function writeKeys(db: DatabaseSync, removed: readonly KeyEntry[], added: readonly KeyEntry[]): void {
  const { removeKey, addKey } = statementsOf(db);
  for (const entry of removed) removeKey.run(entry.inStock, entry.key, entry.positionId, entry.kind);
  for (const entry of added) addKey.run(entry.inStock, entry.key, entry.positionId, entry.kind);
}

/** Writes documents that come in the order of ids. */
export function writeDocuments(db: DatabaseSync, documents: readonly DocumentChange[]): void {
  const { removeDocument, addDocument, smallRowid } = statementsOf(db);
  for (const { id, isStored, after } of documents) {
    if (isStored) removeDocument.run(id);
    if (after) addDocument.run(id, after.words);
  }
  smallRowid.run();
}

/** Adds to the number of positions that hold each word. */
export function countWords(db: DatabaseSync, counts: readonly (readonly [word: string, count: number])[]): void {
  const { countWord } = statementsOf(db);
  for (const [word, count] of counts) countWord.run(word, count);
}

/** Pages that one merge step may write, and how many steps a run ends with at most. */
const MERGE_PAGES = 500;
const MERGE_STEPS = 20;

/** Forgets words no position holds and merges deleted documents away, with bounded work. */
export function mergeIndex(db: DatabaseSync): void {
  db.exec('DELETE FROM vocabulary WHERE row_count <= 0');
  const { smallRowid } = statementsOf(db);
  const changes = db.prepare('SELECT total_changes() AS total');
  const merge = db.prepare("INSERT INTO position_words (position_words, rank) VALUES ('merge', ?)");
  merge.setReadBigInts(true);
  for (let step = 0; step < MERGE_STEPS; step++) {
    const before = Number(changes.get()?.total);
    merge.run(MERGE_PAGES);
    // A step that had nothing to do changes one row at most (see «The merge Command» of the FTS5 documentation).
    if (Number(changes.get()?.total) - before < 2) break;
  }
  smallRowid.run();
}
