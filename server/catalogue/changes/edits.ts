// Writes changes of positions that are not made by a price list (by hand, or taking an import back), with history, old
// addresses and search index.
import { NO_COUNTS, type RunCounts } from '../../../contract/catalogue/runs.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { type Bulk, type JobConnection, LIST } from '../../platform/database/jobs.ts';
import type { Editor } from '../context/context.ts';
import * as positionRows from '../context/position.ts';
import { articleKeyIds, indexChanges } from '../search-index/index-writer.ts';
import { NEXT_PLACE, type PositionStore, writeChanged } from './position-store.ts';
import { isOfParts, renewParts } from './renew-parts.ts';

/** A position that exists, and what becomes of it otherwise than by a price list; the two differ. */
export interface Edit {
  readonly before: positionRows.StoredPosition;
  readonly after: positionRows.StoredPosition;
}

export interface EditContext {
  readonly connection: JobConnection;
  readonly store: PositionStore;
  readonly bulk: Bulk;
  readonly now: number;
}

/**
 * Writes edits, their history, redirects and index in the transaction, each position once; `finishEdits` ends a run.
 */
export async function writeEdits(
  { connection, store, bulk, now }: EditContext,
  runId: number,
  edits: readonly Edit[],
): Promise<void> {
  const keyed = await withKeyIds(connection, edits);
  const changed = keyed.map(({ before, after }) => ({
    before,
    current: after,
    dirty: positionRows.changedColumns(before, after),
  }));
  await writeChanged(store, changed, now);
  const ofParts = changed.filter(({ dirty }) => dirty.some(isOfParts));
  await renewParts(
    connection,
    ofParts.flatMap(({ before, current }) => [before.key_id, current.key_id]),
  );
  await moveRedirects(store, bulk, edits);
  const recorded = changed.filter(({ dirty }) => dirty.some(positionRows.isContent));
  const records = recorded.map(({ before, current, dirty }) => ({
    positionId: current.id,
    before: positionRows.earlierFields(before, dirty),
    after: positionRows.historyFields(current, dirty),
  }));
  await store.addChanges(runId, records);
  const searched = changed
    .filter(({ dirty }) => dirty.some(positionRows.isSearched))
    .map(({ before, current }) => ({ before, after: current }));
  await indexChanges(connection, searched);
}

/** The edits with the ids of the keys that positions get with another article. */
async function withKeyIds(connection: JobConnection, edits: readonly Edit[]): Promise<readonly Edit[]> {
  const isMoved = ({ before, after }: Edit): boolean => before.article_key !== after.article_key;
  const moved = edits.filter(isMoved);
  if (moved.length === 0) return edits;
  const ids = await articleKeyIds(
    connection,
    moved.map(({ after }) => after.article_key),
  );
  return edits.map((edit) =>
    isMoved(edit) ? { ...edit, after: { ...edit.after, key_id: ids.get(edit.after.article_key) as number } } : edit,
  );
}

/** The alias that a position had leads to it from now on; the one that it takes leads nowhere else. */
async function moveRedirects(store: PositionStore, bulk: Bulk, edits: readonly Edit[]): Promise<void> {
  const renamed = edits.filter(({ before, after }) => before.alias !== after.alias);
  if (renamed.length === 0) return;
  await bulk.queryList(
    `DELETE FROM alias_redirects WHERE alias IN (SELECT j.value FROM ${LIST})`,
    renamed.map(({ after }) => after.alias),
    'text',
  );
  await store.redirectAliases(renamed.map(({ before, after }) => ({ alias: before.alias, positionId: after.id })));
}

/** Which positions would take an identity that another one has; `stored` are the same as the table has them. */
export async function identityTaken(
  store: PositionStore,
  wanted: readonly positionRows.StoredPosition[],
  stored: ReadonlyMap<number, positionRows.StoredPosition>,
): Promise<ReadonlySet<number>> {
  const renamed = wanted.filter((position) => {
    const before = stored.get(position.id);
    return before === undefined || identity(before) !== identity(position);
  });
  const taken = new Set<number>();
  const byOwners = Map.groupBy(renamed, ({ provider_id, brand_id }) => `${provider_id} ${brand_id}`);
  for (const group of byOwners.values()) {
    const keys = [...new Set(group.map(({ article_key }) => article_key))];
    const { provider_id, brand_id } = group[0] as positionRows.StoredPosition;
    const owners = new Map(
      (await store.positionsByKeys(provider_id, [brand_id], keys)).map((row) => [identity(row), row.id]),
    );
    for (const position of group) {
      const owner = owners.get(identity(position));
      if (owner !== undefined && owner !== position.id) taken.add(position.id);
      else owners.set(identity(position), position.id);
    }
  }
  return taken;
}

const identity = ({ provider_id, brand_id, article_key, manufacturer_key, source_key }: positionRows.StoredPosition) =>
  [provider_id, brand_id, article_key, manufacturer_key, source_key].join('\n');

/** Notes a run of edits by hand in its own transaction, so that there is no run without its edits; answers its id. */
export async function addEditRun(bulk: Bulk, { by, now }: { by: Editor; now: number }): Promise<number> {
  const [row] = await bulk.query<{ id: number }>(
    `INSERT INTO import_runs (uid, who, file_name, settings, state, started_at, began_at, ended_at, kind, source, applied)
     VALUES ($1, $2, '', '{}', 'done', $3, $3, $3, 'hand', 'page', ${NEXT_PLACE}) RETURNING id`,
    [by.uid, by.who, now],
  );
  if (!row) throw new Error('the run was not added');
  return Number(row.id);
}

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

export async function dropEditRun(bulk: Bulk, runId: number): Promise<void> {
  await bulk.query('DELETE FROM import_runs WHERE id = $1', [runId]);
}

export class EditCounts {
  readonly #counts: RunCounts = { ...NO_COUNTS };

  count({ before, after }: Edit): void {
    const counts = this.#counts;
    if (before.hidden === HIDDEN.removed && after.hidden !== HIDDEN.removed) counts.created += 1;
    if (before.hidden === HIDDEN.shown && after.hidden !== HIDDEN.shown) counts.hidden += 1;
    if (after.price > before.price) counts.priceUp += 1;
    if (after.price < before.price) counts[after.price === 0 ? 'priceGone' : 'priceDown'] += 1;
    if (after.amount !== before.amount) counts.stockChanged += 1;
    if (positionRows.haveOtherTerms(before, after)) counts.termsChanged += 1;
  }

  skip(): void {
    this.#counts.skipped += 1;
  }

  text(): string {
    return JSON.stringify(this.#counts);
  }
}
