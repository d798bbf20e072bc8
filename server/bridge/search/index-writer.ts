import type { JobConnection } from '../../database/types.ts';
import { type IndexChange, planIndex } from './index-changes.ts';
import { finishPostgresIndex, writePostgresIndex } from './index-writer-postgres.ts';
import { finishSqliteIndex, writeSqliteIndex } from './index-writer-sqlite.ts';

export type { IndexChange } from './index-changes.ts';
export type { IndexedRow } from './tokens.ts';

/**
 * Keeps the search index in step with changed rows of `positions`, inside the caller's transaction. The row's own key
 * must stand in `article_keys` already. Best in batches of about 1000, each position at most once in a batch; a run of
 * such batches ends with `finishIndex`.
 */
export async function indexChanges(
  connection: JobConnection,
  changes: readonly IndexChange[],
): Promise<void> {
  const plan = planIndex(changes);
  if (plan.addedDocuments.length === 0 && plan.removedDocuments.length === 0) return;
  if (connection.dialect === 'sqlite') writeSqliteIndex(connection.db, plan);
  else await writePostgresIndex(connection, plan);
}

/** Tidies the index at the end of a run: forgotten words, deleted documents, the database's statistics. */
export async function finishIndex(connection: JobConnection): Promise<void> {
  if (connection.dialect === 'sqlite') finishSqliteIndex(connection.db);
  else await finishPostgresIndex(connection);
}
