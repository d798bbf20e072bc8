import type { JobConnection } from '../../database/types.ts';
import { articleKeyIds } from './article-keys.ts';
import { type IndexChange, planIndex } from './index-changes.ts';
import {
  countPostgresWords,
  finishPostgresIndex,
  writePostgresDocuments,
  writePostgresKeys,
} from './index-writer-postgres.ts';
import {
  countSqliteWords,
  finishSqliteIndex,
  writeSqliteDocuments,
  writeSqliteKeys,
} from './index-writer-sqlite.ts';
import { PendingDocuments } from './pending-documents.ts';
import { CODE_KIND } from './tokens.ts';

export type { IndexChange } from './index-changes.ts';
export type { IndexedRow } from './tokens.ts';

/** What a run has changed so far and not yet written. */
interface Pending {
  readonly documents: PendingDocuments;
  /** By how many positions each word is held more or less. */
  readonly words: Map<string, number>;
  /** Documents written before. */
  written: number;
}

/** By the connection of the run, so that it goes with a transaction that is rolled back. */
const runs = new WeakMap<JobConnection, Pending>();

/** What is kept in memory at most. */
const DOCUMENTS_KEPT = 20_000;
const WORDS_KEPT = 100_000;

function runOf(connection: JobConnection): Pending {
  let run = runs.get(connection);
  if (!run) {
    run = { documents: new PendingDocuments(), words: new Map(), written: 0 };
    runs.set(connection, run);
  }
  return run;
}

/**
 * Keeps the search index in step with changed rows of `positions`, inside the caller's transaction. The row's own key
 * must stand in `article_keys` already. Best in batches of about 1000, each position at most once in a batch; the run
 * must end with `finishIndex`, for documents and words wait in memory to be written together.
 */
export async function indexChanges(
  connection: JobConnection,
  changes: readonly IndexChange[],
): Promise<void> {
  const run = runOf(connection);
  const { removedKeys, addedKeys, documents } = planIndex(changes, run.words);
  const codes = addedKeys.filter(({ kind }) => kind === CODE_KIND).map(({ key }) => key);
  if (codes.length > 0) await articleKeyIds(connection, codes);
  if (connection.dialect === 'sqlite') writeSqliteKeys(connection.db, removedKeys, addedKeys);
  else await writePostgresKeys(connection, removedKeys, addedKeys);
  for (const document of documents) run.documents.add(document);
  if (run.documents.size >= DOCUMENTS_KEPT) await writeDocuments(connection, run);
  if (run.words.size >= WORDS_KEPT) await countWords(connection, run);
}

/** Ends a run: writes what is pending, drops forgotten words and deleted documents, renews the database's statistics. */
export async function finishIndex(connection: JobConnection): Promise<void> {
  const run = runOf(connection);
  await writeDocuments(connection, run);
  await countWords(connection, run);
  if (connection.dialect === 'sqlite') finishSqliteIndex(connection.db);
  else await finishPostgresIndex(connection, run.written);
  runs.delete(connection);
}

async function writeDocuments(connection: JobConnection, run: Pending): Promise<void> {
  const documents = run.documents.drain();
  if (documents.length === 0) return;
  run.written += documents.length;
  if (connection.dialect === 'sqlite') writeSqliteDocuments(connection.db, documents);
  else await writePostgresDocuments(connection, documents);
}

/** All words of a run at once: each would be written again and again with every batch. */
async function countWords(connection: JobConnection, { words }: Pending): Promise<void> {
  const counts = [...words].filter(([, count]) => count !== 0);
  words.clear();
  if (counts.length === 0) return;
  // In the order of the table, whose pages are then each written once.
  counts.sort(([one], [other]) => (one < other ? -1 : 1));
  if (connection.dialect === 'sqlite') countSqliteWords(connection.db, counts);
  else await countPostgresWords(connection, counts);
}
