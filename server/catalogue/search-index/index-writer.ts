import type { DatabaseSync } from 'node:sqlite';
import type { JobConnection, PostgresConnection, SqliteConnection } from '../../platform/database/types.ts';
import { trimChanges } from '../context/change-log.ts';
import { articleKeyIds, writeTrigrams } from './article-keys.ts';
import { type IndexChange, PendingDocuments, planIndex } from './index-changes.ts';
import { countWords, mergeIndex, writeDocuments, writeKeys } from './index-statements.ts';
import { CODE_KIND, codeKeyOf } from './tokens.ts';

/** What a run has changed so far and not yet written. */
interface Pending {
  readonly documents: PendingDocuments;
  /** By how many positions each word is held more or less. */
  readonly words: Map<string, number>;
  /** Positions added or removed so far. */
  comeAndGone: number;
}

/** By the connection of the run, so that it goes with a transaction that is rolled back. */
const runs = new WeakMap<JobConnection, Pending>();

/** What is kept in memory at most. */
const DOCUMENTS_KEPT = 20_000;
const WORDS_KEPT = 100_000;

function runOf(connection: JobConnection): Pending {
  let run = runs.get(connection);
  if (!run) {
    run = { documents: new PendingDocuments(), words: new Map(), comeAndGone: 0 };
    runs.set(connection, run);
  }
  return run;
}

/**
 * Keeps the search index in step with changed rows of `positions`, inside the caller's transaction. The row's own key
 * must stand in `article_keys` already. Best in batches of about 1000, each position at most once in a batch; the run
 * must end with `finishIndex`, for documents and words wait in memory to be written together.
 * PostgreSQL holds no index: there the keys get their numbers, and whoever keeps a copy of the catalogue indexes it.
 */
export async function indexChanges(connection: JobConnection, changes: readonly IndexChange[]): Promise<void> {
  const run = runOf(connection);
  if (connection.dialect === 'postgres') {
    run.comeAndGone += changes.filter(({ before, after }) => !before || !after).length;
    const codes = changes.map(({ after }) => (after ? codeKeyOf(after) : '')).filter((key) => key !== '');
    await articleKeyIds(connection, codes);
    return;
  }
  const { removedKeys, addedKeys, documents } = planIndex(changes, run.words);
  const codes = addedKeys.filter(({ kind }) => kind === CODE_KIND).map(({ key }) => key);
  if (codes.length > 0) await articleKeyIds(connection, codes);
  writeKeys(connection.db, removedKeys, addedKeys);
  for (const document of documents) run.documents.add(document);
  if (run.documents.size >= DOCUMENTS_KEPT) writeDocuments(connection.db, run.documents.drain());
  if (run.words.size >= WORDS_KEPT) writeWords(connection.db, run);
}

/** Ends a run: writes what is pending, drops forgotten words and deleted documents, renews the database's statistics. */
export async function finishIndex(connection: JobConnection): Promise<void> {
  const run = runOf(connection);
  runs.delete(connection);
  if (connection.dialect === 'postgres') return renewStatistics(connection, run.comeAndGone);
  writePending(connection, run);
  mergeIndex(connection.db);
}

/** The same for a file alone, with what may as well wait left to `mergeIndex`: searches find everything without it. */
export function writeIndex(connection: SqliteConnection): void {
  const run = runOf(connection);
  runs.delete(connection);
  writePending(connection, run);
}

function writePending(connection: SqliteConnection, run: Pending): void {
  const { db } = connection;
  writeTrigrams(connection);
  const documents = run.documents.drain();
  if (documents.length > 0) writeDocuments(db, documents);
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

/** Share of the positions that must come or go for the planner to be told at once; less is left to autovacuum. */
const GROWN = 0.5;

/** Tells the planner of PostgreSQL what the catalogue looks like after so many positions came or went. */
async function renewStatistics(connection: PostgresConnection, comeAndGone: number): Promise<void> {
  const [grown] = await connection.query(
    `SELECT FROM pg_class WHERE oid = 'positions'::regclass AND $1 > ${GROWN} * greatest(reltuples, 1)`,
    [comeAndGone],
  );
  if (!grown) return;
  for (const table of ['article_keys', 'positions']) await connection.query(`ANALYZE ${table}`);
}
