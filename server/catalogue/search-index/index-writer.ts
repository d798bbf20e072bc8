// Writes the search index when positions change: works out the least that differs, then writes keys, words and
// trigrams.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { TITLE_FACT_NAMES } from '../../../contract/catalogue/filters.ts';
import type { JobConnection, PostgresConnection, SqliteConnection } from '../../platform/database/jobs.ts';
import { plainRows } from '../../platform/database/sqlite-connection.ts';
import { trimChanges } from '../context/change-log.ts';
import { formsOfWording, type OwnEntry } from '../part-reader/own-readings.ts';
import {
  type DocumentChange,
  documentAnew,
  type IndexChange,
  type KeyEntry,
  PendingDocuments,
  planIndex,
} from './index-plan.ts';
import { readingOf, TitleReadings } from './title-readings.ts';
import * as tokens from './tokens.ts';

/** What a run has changed so far and not yet written. */
interface Pending {
  readonly documents: PendingDocuments;
  /** By how much the number of positions with each word changes. */
  readonly words: Map<string, number>;
  /** Positions added or removed so far. */
  comeAndGone: number;
  /** What titles are read as, with what the shop said of words when the run began. */
  readonly titles: TitleReadings;
  /** Numbers of what titles were read as. */
  readonly readings: Map<string, number>;
}

/** By the connection of the run, so that it goes with a transaction that is rolled back. */
const runs = new WeakMap<JobConnection, Pending>();

/** What is kept in memory at most. */
const DOCUMENTS_KEPT = 20_000;
const WORDS_KEPT = 100_000;

function runOf(connection: JobConnection): Pending {
  let run = runs.get(connection);
  if (!run) {
    const titles = new TitleReadings(connection.dialect === 'sqlite' ? entriesOf(connection.db) : []);
    run = { documents: new PendingDocuments(), words: new Map(), comeAndGone: 0, titles, readings: new Map() };
    runs.set(connection, run);
  }
  return run;
}

/** What the shop says of words, as the file has it. */
export const entriesOf = (db: DatabaseSync): OwnEntry[] =>
  plainRows<OwnEntry>(db.prepare('SELECT kind, word, means FROM search_words ORDER BY id'))();

/**
 * Keeps the search index in step with changed rows of `positions`, inside the caller's transaction. The row's own key
 * must stand in `article_keys` already. Best in batches of about 1000, each position at most once in a batch; the run
 * must end with `finishIndex`, for documents and words wait in memory to be written together. PostgreSQL holds no
 * index: there only article keys are stored, and each copy of the catalogue has an index of its own.
 */
export async function indexChanges(connection: JobConnection, changes: readonly IndexChange[]): Promise<void> {
  const run = runOf(connection);
  if (connection.dialect === 'postgres') {
    run.comeAndGone += changes.filter(({ before, after }) => !before || !after).length;
    const codes = changes.map(({ after }) => (after ? tokens.codeKeyOf(after) : '')).filter((key) => key !== '');
    await articleKeyIds(connection, codes);
    return;
  }
  const { removedKeys, addedKeys, documents } = planIndex(changes, run.words);
  const codes = addedKeys.filter(({ kind }) => kind === tokens.CODE_KIND).map(({ key }) => key);
  if (codes.length > 0) await articleKeyIds(connection, codes);
  writeKeys(connection.db, removedKeys, addedKeys);
  for (const document of documents) addDocument(run, document);
  if (isFull(run)) await writeDocuments(connection.db, run);
  if (run.words.size >= WORDS_KEPT) writeWords(connection.db, run);
}

const isFull = ({ documents, titles }: Pending): boolean =>
  documents.size >= DOCUMENTS_KEPT || titles.waiting >= DOCUMENTS_KEPT;

function addDocument({ documents, titles }: Pending, document: DocumentChange): void {
  documents.add(document);
  if (document.after) titles.ask(document.after.title);
}

/** Positions whose rows are asked for together. */
const ROWS = 1_000;

/**
 * Reads the titles again that hold one of these wordings, of which the shop says something else than before. The run must
 * not have changed positions yet, and ends as any other.
 */
export async function rereadTitles(connection: SqliteConnection, wordings: readonly string[]): Promise<void> {
  const { db } = connection;
  const run = runOf(connection);
  const holding = plainRows<{ id: number }>(
    db.prepare('SELECT rowid AS id FROM position_words WHERE position_words MATCH ? ORDER BY rowid'),
  );
  const wanted = new Set<number>();
  for (const wording of wordings) {
    const words = formsOfWording(wording).map((form) => `"${form}"`);
    if (words.length > 0) for (const { id } of holding(words.join(' AND '))) wanted.add(id);
  }
  const ids = [...wanted].sort((one, other) => one - other);
  const rowsOf = plainRows<tokens.IndexedRow>(db.prepare(INDEXED));
  const log = db.prepare('INSERT INTO position_changes (position_id) SELECT value FROM json_each(?)');
  for (let at = 0; at < ids.length; at += ROWS) {
    const some = JSON.stringify(ids.slice(at, at + ROWS));
    for (const row of rowsOf(some)) addDocument(run, documentAnew(row));
    // Columns in memory follow the log of changed positions.
    log.run(some);
    if (isFull(run)) await writeDocuments(db, run);
  }
}

/** The rows of some positions, whose ids are a list in JSON. */
export const INDEXED = `SELECT ${tokens.SELECTED_INDEXED}
  FROM json_each(?) wanted CROSS JOIN positions p ON p.id = wanted.value JOIN article_keys k ON k.id = p.key_id`;

/** Ends a run: writes what is pending, drops forgotten words and deleted documents, renews the database's statistics. */
export async function finishIndex(connection: JobConnection): Promise<void> {
  const run = runOf(connection);
  runs.delete(connection);
  if (connection.dialect === 'postgres') return renewStatistics(connection, run.comeAndGone);
  await writePending(connection, run);
  mergeIndex(connection.db);
}

/** The same for a file alone, with what may as well wait left to `mergeIndex`: searches find everything without it. */
export async function writeIndex(connection: SqliteConnection): Promise<void> {
  const run = runOf(connection);
  runs.delete(connection);
  await writePending(connection, run);
}

async function writePending(connection: SqliteConnection, run: Pending): Promise<void> {
  const { db } = connection;
  writeTrigrams(connection);
  if (run.documents.size > 0) await writeDocuments(db, run);
  writeWords(db, run);
  trimChanges(db);
}

/** All words of a run at once: each would be written again and again with every batch. */
function writeWords(db: DatabaseSync, { words }: Pending): void {
  const counts = [...words].filter(([, count]) => count !== 0);
  words.clear();
  // In the order of the table, whose pages are then each written once.
  counts.sort(([one], [other]) => (one < other ? -1 : 1));
  countWords(db, counts);
}

/** Statistics are renewed at once when this share of the positions was added or removed; else autovacuum does it. */
const GROWN = 0.5;

async function renewStatistics(connection: PostgresConnection, comeAndGone: number): Promise<void> {
  const [grown] = await connection.query(
    `SELECT FROM pg_class WHERE oid = 'positions'::regclass AND $1 > ${GROWN} * greatest(reltuples, 1)`,
    [comeAndGone],
  );
  if (!grown) return;
  for (const table of ['article_keys', 'positions']) await connection.query(`ANALYZE ${table}`);
}

interface Statements {
  readonly findArticleKeys: (keys: string) => KeyRow[];
  readonly addArticleKey: StatementSync;
  readonly addTrigrams: StatementSync;
  readonly removeKey: StatementSync;
  readonly addKey: StatementSync;
  readonly removeDocument: StatementSync;
  readonly addDocument: StatementSync;
  readonly findReading: StatementSync;
  readonly addReading: StatementSync;
  readonly putReading: StatementSync;
  readonly removeReading: StatementSync;
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
    findArticleKeys: plainRows<KeyRow>(
      db.prepare('SELECT k.id, k.key FROM json_each(?) j CROSS JOIN article_keys k ON k.key = j.value'),
    ),
    addArticleKey: db.prepare('INSERT INTO article_keys (key) VALUES (?)'),
    addTrigrams: db.prepare('INSERT INTO key_trigrams (rowid, key) VALUES (?, ?)'),
    removeKey: db.prepare('DELETE FROM position_keys WHERE in_stock = ? AND key = ? AND position_id = ? AND kind = ?'),
    addKey: db.prepare('INSERT OR IGNORE INTO position_keys (in_stock, key, position_id, kind) VALUES (?, ?, ?, ?)'),
    removeDocument,
    addDocument: db.prepare('INSERT INTO position_words (rowid, words) VALUES (?, ?)'),
    findReading: db.prepare(
      `SELECT id FROM title_readings WHERE ${TITLE_FACT_NAMES.map((name) => `${name} = ?`).join(' AND ')}`,
    ),
    addReading: db.prepare(
      `INSERT INTO title_readings (${TITLE_FACT_NAMES.join(', ')}) VALUES (${TITLE_FACT_NAMES.map(() => '?').join(', ')})`,
    ),
    putReading: db.prepare('INSERT OR REPLACE INTO position_readings (id, reading_id, name) VALUES (?, ?, ?)'),
    removeReading: db.prepare('DELETE FROM position_readings WHERE id = ?'),
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

function writeKeys(db: DatabaseSync, removed: readonly KeyEntry[], added: readonly KeyEntry[]): void {
  const { removeKey, addKey } = statementsOf(db);
  for (const entry of removed) removeKey.run(entry.inStock, entry.key, entry.positionId, entry.kind);
  for (const entry of added) addKey.run(entry.inStock, entry.key, entry.positionId, entry.kind);
}

/** Writes the documents that wait, in the order of ids. */
async function writeDocuments(db: DatabaseSync, { documents: pending, titles, readings }: Pending): Promise<void> {
  await titles.ready();
  const { removeDocument, addDocument, smallRowid, putReading, removeReading } = statementsOf(db);
  const documents = pending.drain();
  for (const { id, isStored, after } of documents) {
    if (isStored) removeDocument.run(id);
    if (after) addDocument.run(id, `${after.words} ${readingOf(after.title).tokens}`);
  }
  smallRowid.run();
  for (const { id, isStored, after } of documents) {
    if (after?.isNewTitle) {
      const { facts, name } = readingOf(after.title);
      putReading.run(id, numberOf(db, facts, readings), name);
    } else if (isStored && !after) removeReading.run(id);
  }
}

const READINGS_KEPT = 50_000;

/** The number of what a title was read as. */
function numberOf(db: DatabaseSync, facts: string, known: Map<string, number>): number {
  let id = known.get(facts);
  if (id !== undefined) return id;
  const values = facts.split('\n');
  const { findReading, addReading } = statementsOf(db);
  id = Number(findReading.get(...values)?.id ?? addReading.run(...values).lastInsertRowid);
  if (known.size >= READINGS_KEPT) known.clear();
  known.set(facts, id);
  return id;
}

function countWords(db: DatabaseSync, counts: readonly (readonly [word: string, count: number])[]): void {
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

interface KeyRow {
  readonly id: number;
  readonly key: string;
}

/** New keys whose trigrams wait to be written together, by the connection of their run. */
const newKeys = new WeakMap<JobConnection, KeyRow[]>();
const NEW_KEYS_MAX = 20_000;

/** Ids of article keys, new ones stored; the run must end with `finishIndex`. Only this adds to `article_keys`. */
export async function articleKeyIds(
  connection: JobConnection,
  keys: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const distinct = [...new Set(keys)];
  return connection.dialect === 'sqlite' ? sqliteIds(connection, distinct) : postgresIds(connection, distinct);
}

function sqliteIds(connection: SqliteConnection, keys: readonly string[]): Map<string, number> {
  const { findArticleKeys, addArticleKey } = statementsOf(connection.db);
  const ids = new Map(findArticleKeys(JSON.stringify(keys)).map(({ id, key }) => [key, id]));
  const added = newKeys.get(connection) ?? [];
  for (const key of keys) {
    if (ids.has(key)) continue;
    const id = Number(addArticleKey.run(key).lastInsertRowid);
    ids.set(key, id);
    added.push({ id, key });
  }
  newKeys.set(connection, added);
  if (added.length >= NEW_KEYS_MAX) writeTrigrams(connection);
  return ids;
}

/** Writes the trigrams of new keys together: FTS5 gathers them only while nothing opens a savepoint. */
function writeTrigrams(connection: SqliteConnection): void {
  const { addTrigrams } = statementsOf(connection.db);
  for (const { id, key } of newKeys.get(connection) ?? []) addTrigrams.run(id, key);
  newKeys.delete(connection);
}

async function postgresIds(connection: PostgresConnection, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  // Those that are known take no number of the sequence and leave no dead row.
  const rows = await connection.query<{ id: number; key: string }>(
    `WITH wanted AS (SELECT value AS key FROM unnest($1::text[]) value),
       known AS (SELECT k.id, k.key FROM wanted JOIN article_keys k ON k.key = wanted.key),
       added AS (
         INSERT INTO article_keys (key)
         SELECT key FROM wanted WHERE key NOT IN (SELECT key FROM known)
         RETURNING id, key
       )
     SELECT id, key FROM known UNION ALL SELECT id, key FROM added`,
    [keys],
  );
  return new Map(rows.map(({ id, key }) => [key, Number(id)]));
}
