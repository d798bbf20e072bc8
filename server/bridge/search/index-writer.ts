import type { JobConnection } from '../../database/types.ts';
import { articleKeyIds } from './article-keys.ts';
import { type IndexChange, planIndex } from './index-changes.ts';
import { countPostgresWords, finishPostgresIndex, writePostgresIndex } from './index-writer-postgres.ts';
import { countSqliteWords, finishSqliteIndex, writeSqliteIndex } from './index-writer-sqlite.ts';
import { CODE_KIND } from './tokens.ts';

export type { IndexChange } from './index-changes.ts';
export type { IndexedRow } from './tokens.ts';

/** What a run has changed so far and not yet written, or not yet told the planner. */
interface Pending {
  /** By how many positions each word is held more or less. */
  readonly words: Map<string, number>;
  documents: number;
}

/** By the connection of the run, so that what was counted goes with a transaction that is rolled back. */
const pending = new WeakMap<JobConnection, Pending>();

/** Words that are counted in memory at most. */
const WORDS_KEPT = 100_000;

function pendingOf(connection: JobConnection): Pending {
  let known = pending.get(connection);
  if (!known) {
    known = { words: new Map(), documents: 0 };
    pending.set(connection, known);
  }
  return known;
}

/**
 * Keeps the search index in step with changed rows of `positions`, inside the caller's transaction. The row's own key
 * must stand in `article_keys` already. Best in batches of about 1000, each position at most once in a batch; the run
 * ends with `finishIndex`, which counts the words.
 */
export async function indexChanges(
  connection: JobConnection,
  changes: readonly IndexChange[],
): Promise<void> {
  const run = pendingOf(connection);
  const plan = planIndex(changes, run.words);
  run.documents += Math.max(plan.addedDocuments.length, plan.removedDocuments.length);
  if (plan.addedDocuments.length === 0 && plan.removedDocuments.length === 0) return;
  const codes = plan.addedKeys.filter(({ kind }) => kind === CODE_KIND).map(({ key }) => key);
  if (codes.length > 0) await articleKeyIds(connection, codes);
  if (connection.dialect === 'sqlite') writeSqliteIndex(connection.db, plan);
  else await writePostgresIndex(connection, plan);
  if (run.words.size > WORDS_KEPT) await countWords(connection, run);
}

/** Ends a run: counts its words, drops forgotten ones and deleted documents, renews the database's statistics. */
export async function finishIndex(connection: JobConnection): Promise<void> {
  const run = pendingOf(connection);
  await countWords(connection, run);
  if (connection.dialect === 'sqlite') finishSqliteIndex(connection.db);
  else await finishPostgresIndex(connection, run.documents);
  pending.delete(connection);
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
