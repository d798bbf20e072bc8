// The job by which staff correct one position by hand, as a run of its own in the import history. A stated price
// counts as confirmed today.
import type { EditedFields } from '../../../contract/catalogue/edit-form.ts';
import { bulkOf, type Job } from '../../platform/database/jobs.ts';
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';
import { addEditRun, closeEditRun, EditCounts, identityTaken, writeEdits } from '../changes/edits.ts';
import { freeAliases, wantedAlias } from '../changes/new-positions.ts';
import { PositionStore } from '../changes/position-store.ts';
import type { Editor } from '../context/context.ts';
import { changedColumns, firstLiveDay, type StoredPosition, withStock } from '../context/position.ts';
import { finishIndex } from '../search-index/index-writer.ts';

export interface EditArguments {
  readonly id: number;
  /** The values that the editor saw, and the new ones; the same columns. */
  readonly was: EditedFields;
  readonly is: EditedFields;
  readonly by: Editor;
  /** Milliseconds. */
  readonly now: number;
  /** Days since the epoch. */
  readonly today: number;
  readonly priceTtlDays: number;
}

/** The run that records the edit, null where it changes nothing; or why it was refused. */
export type EditOutcome =
  | { readonly runId: number | null }
  | 'card not found'
  | 'changed meanwhile'
  | 'other article'
  | 'position exists';

/** Corrects one position by hand, as a run of its own. A price that is named counts as confirmed today. */
const edit: Job<EditArguments, EditOutcome> = async (connection, args) => {
  const { id, was, is, by, now, today, priceTtlDays } = args;
  const store = new PositionStore(connection);
  await store.begin();
  const bulk = bulkOf(connection);
  const [before] = await store.positionsByIds([id]);
  if (!before) return 'card not found';
  const names = Object.keys(is) as (keyof EditedFields)[];
  if (names.some((name) => before[name] !== was[name])) return 'changed meanwhile';
  if (is.article !== undefined && articleKey(is.article) !== articleKey(before.article)) return 'other article';
  const price_day = is.price === undefined ? before.price_day : today;
  const manufacturer_key = is.manufacturer === undefined ? before.manufacturer_key : manufacturerKey(is.manufacturer);
  const edited = { ...before, ...is, price_day, manufacturer_key };
  const stocked = withStock(edited, firstLiveDay(today, priceTtlDays));
  if ((await identityTaken(store, [stocked], new Map([[id, before]]))).size > 0) return 'position exists';
  const after = await renamed(store, before, stocked);
  if (changedColumns(before, after).length === 0) return { runId: null };
  const runId = await addEditRun(bulk, { by, now });
  const counts = new EditCounts();
  counts.count({ before, after });
  await writeEdits({ connection, store, bulk, now }, runId, [{ before, after }]);
  await closeEditRun(bulk, runId, counts.text());
  await finishIndex(connection);
  await store.bumpVersion();
  return { runId };
};
export default edit;

/** A position of another manufacturer has another address, as after an import. */
async function renamed(store: PositionStore, before: StoredPosition, after: StoredPosition): Promise<StoredPosition> {
  if (before.manufacturer_key === after.manufacturer_key) return after;
  const brands = await store.brandTitles();
  const wanted = wantedAlias(after, brands.get(after.brand_id) ?? '');
  if (wanted === before.alias) return after;
  const [alias = before.alias] = freeAliases([wanted], [after.id], await store.takenAliases([wanted]));
  return { ...after, alias };
}
