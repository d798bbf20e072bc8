import type { Bulk } from '../store/bulk.ts';
import { NEXT_PLACE } from '../store/store.ts';
import type { Editor } from './editor.ts';

export interface EditRun {
  readonly by: Editor;
  /** Milliseconds. */
  readonly now: number;
}

/** Notes a run of edits by hand in its own transaction, so that there is no run without its edits; answers its id. */
export async function addEditRun(bulk: Bulk, { by, now }: EditRun): Promise<number> {
  const [row] = await bulk.query<{ id: number }>(
    `INSERT INTO import_runs (uid, who, file_name, settings, state, started_at, began_at, ended_at, kind, source, applied)
     VALUES ($1, $2, '', '{}', 'done', $3, $3, $3, 'hand', 'page', ${NEXT_PLACE}) RETURNING id`,
    [by.uid, by.who, now],
  );
  if (!row) throw new Error('the run was not added');
  return Number(row.id);
}

/** Notes what became of it. */
export async function closeEditRun(bulk: Bulk, runId: number, counts: string): Promise<void> {
  await bulk.query('UPDATE import_runs SET counts = $2 WHERE id = $1', [runId, counts]);
}

/** Notes that a run which stood there before its edits has made them, what became of it, and when it ended, ms. */
export async function endEditRun(bulk: Bulk, runId: number, counts: string, endedAt: number): Promise<void> {
  await bulk.query(
    `UPDATE import_runs SET state = 'done', counts = $2, ended_at = $3, applied = ${NEXT_PLACE} WHERE id = $1`,
    [runId, counts, endedAt],
  );
}

/** Forgets a run that stood there and had nothing to do. */
export async function dropEditRun(bulk: Bulk, runId: number): Promise<void> {
  await bulk.query('DELETE FROM import_runs WHERE id = $1', [runId]);
}
