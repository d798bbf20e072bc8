import type { JobConnection } from '../../../database/types.ts';
import { isOfParts, renewParts } from '../../parts/renew-parts.ts';
import { indexChanges } from '../../search/index-writer.ts';
import { type Bulk, LIST } from '../store/bulk.ts';
import {
  changedColumns,
  isContent,
  isSearched,
  priorFields,
  type StoredPosition,
  toldFields,
} from '../store/position.ts';
import type { ImportStore } from '../store/store.ts';
import { writeChanged } from '../store/write-changed.ts';

/** A position that exists, and what becomes of it otherwise than by a price list; the two differ. */
export interface Edit {
  readonly before: StoredPosition;
  readonly after: StoredPosition;
}

export interface EditContext {
  readonly connection: JobConnection;
  readonly store: ImportStore;
  readonly bulk: Bulk;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Writes edits with their history, redirects and place in the search index, inside the job's transaction; best a thousand
 * at a time, each position once in a run. The run ends with `finishEdits`.
 */
export async function writeEdits(
  { connection, store, bulk, now }: EditContext,
  runId: number,
  edits: readonly Edit[],
): Promise<void> {
  const changed = edits.map(({ before, after }) => ({
    before,
    current: after,
    dirty: changedColumns(before, after),
  }));
  await writeChanged(store, changed, now);
  await renewParts(
    connection,
    changed.filter(({ dirty }) => dirty.some(isOfParts)).map(({ current }) => current.key_id),
  );
  await moveRedirects(store, bulk, edits);
  const told = changed.filter(({ dirty }) => dirty.some(isContent));
  const records = told.map(({ before, current, dirty }) => ({
    positionId: current.id,
    before: priorFields(before, dirty),
    after: toldFields(current, dirty),
  }));
  await store.addChanges(runId, records);
  const searched = changed.filter(({ dirty }) => dirty.some(isSearched));
  await indexChanges(
    connection,
    searched.map(({ before, current }) => ({ before, after: current })),
  );
}

/** The alias that a position had leads to it from now on; the one that it takes leads nowhere else. */
async function moveRedirects(store: ImportStore, bulk: Bulk, edits: readonly Edit[]): Promise<void> {
  const renamed = edits.filter(({ before, after }) => before.alias !== after.alias);
  if (renamed.length === 0) return;
  await bulk.queryList(
    `DELETE FROM alias_redirects WHERE alias IN (SELECT j.value FROM ${LIST})`,
    renamed.map(({ after }) => after.alias),
    'text',
  );
  await store.redirectAliases(
    renamed.map(({ before, after }) => ({ alias: before.alias, positionId: after.id })),
  );
}
