// The job by which staff change many positions at once, as one run: hide, remove, restore, or change price, stock, brand
// or provider. It can also only say what it would do.
import type { BulkAnswer } from '../../../contract/catalogue/staff-positions.ts';
import { BULK_SAMPLES_MAX, STAFF_POSITIONS_COUNTED } from '../../../contract/limits.ts';
import { type Bulk, bulkOf, type Job, throwIfStopped } from '../../platform/database/jobs.ts';
import { addEditRun, closeEditRun, type Edit, EditCounts, identityTaken, writeEdits } from '../changes/edits.ts';
import { PositionStore } from '../changes/position-store.ts';
import type { Editor } from '../context/context.ts';
import { changedColumns, type StoredPosition, twoDecimals } from '../context/position.ts';
import { finishIndex } from '../search-index/index-writer.ts';
import { changedPosition, type PositionChange } from './bulk-change.ts';
import { type Condition, conditionOf, type Days, FILTERED, type PositionFilter } from './filter.ts';

export interface BulkArguments extends Days {
  readonly change: PositionChange;
  readonly chosen: { readonly ids: readonly number[] } | { readonly filter: PositionFilter; readonly expected: number };
  readonly by: Editor;
  /** Milliseconds. */
  readonly now: number;
  /** Nothing is written. */
  readonly dryRun?: boolean;
}

export type BulkOutcome =
  | BulkAnswer
  | 'changed meanwhile'
  | 'too many positions'
  | 'brand not found'
  | 'provider not found';

const BATCH = 1_000;

/** Changes positions by hand, as one run. One whose new brand or provider has it already stays as it is. */
const changeMany: Job<BulkArguments, BulkOutcome> = async (
  connection,
  { change, chosen, by, now, dryRun = false, ...days },
  _emit,
  signal,
) => {
  const store = new PositionStore(connection);
  const bulk = bulkOf(connection);
  const { brandId, providerId } = change;
  const lock = dryRun ? store.hasOwner.bind(store) : store.lockOwner.bind(store);
  if (brandId !== undefined && !(await lock('brands', brandId))) return 'brand not found';
  if (providerId !== undefined && !(await lock('providers', providerId))) return 'provider not found';
  const condition = 'ids' in chosen ? null : conditionOf(chosen.filter, days, connection.dialect, 2);
  if (condition && 'expected' in chosen) {
    if (chosen.expected > STAFF_POSITIONS_COUNTED) return 'too many positions';
    if ((await countOf(bulk, condition)) !== chosen.expected) return 'changed meanwhile';
  }
  const answer: BulkAnswer = { runId: null, changed: 0, unchanged: 0, refused: 0, samples: [] };
  const counts = new EditCounts();
  const planned = new Set<string>();
  const batches = condition ? idsOf(bulk, condition) : partsOf('ids' in chosen ? chosen.ids : []);
  for await (const ids of batches) {
    await throwIfStopped(signal);
    const stored = await store.positionsByIds(ids);
    const wanted = stored
      .map((before): Edit => ({ before, after: changedPosition(before, change, days) }))
      .filter(({ before, after }) => changedColumns(before, after).length > 0);
    const taken = await identityTaken(
      store,
      wanted.map(({ after }) => after),
      new Map(stored.map((position) => [position.id, position])),
    );
    const edits = wanted.filter(({ after }) => !taken.has(after.id) && !isPlanned(planned, after, change));
    for (const edit of edits) counts.count(edit);
    answer.changed += edits.length;
    answer.refused += wanted.length - edits.length;
    answer.unchanged += ids.length - wanted.length;
    answer.samples.push(...edits.slice(0, BULK_SAMPLES_MAX - answer.samples.length).map(sampleOf));
    if (edits.length === 0 || dryRun) continue;
    answer.runId ??= await addEditRun(bulk, { by, now });
    await writeEdits({ connection, store, bulk, now }, answer.runId, edits);
  }
  if (answer.runId === null) return answer;
  await closeEditRun(bulk, answer.runId, counts.text());
  await finishIndex(connection);
  await store.bumpVersion();
  return answer;
};
export default changeMany;

/** Whether an earlier batch has taken the place already: a dry run writes nothing that would show it. */
function isPlanned(planned: Set<string>, after: StoredPosition, { brandId, providerId }: PositionChange): boolean {
  if (brandId === undefined && providerId === undefined) return false;
  const { provider_id, brand_id, key_id, manufacturer_key } = after;
  const place = `${provider_id} ${brand_id} ${key_id} ${manufacturer_key}`;
  if (planned.has(place)) return true;
  planned.add(place);
  return false;
}

const statedOf = ({ price, amount, brand_id, provider_id }: StoredPosition) => ({
  price: twoDecimals(price),
  amount,
  brandId: brand_id,
  providerId: provider_id,
});

const sampleOf = ({ before, after }: Edit): BulkAnswer['samples'][number] => ({
  id: before.id,
  article: before.article,
  title: before.title,
  before: statedOf(before),
  after: statedOf(after),
});

const FOUND = `FROM ${FILTERED} WHERE p.id > $1 AND`;

async function countOf(bulk: Bulk, { sql, values }: Condition): Promise<number> {
  const [row] = await bulk.query<{ n: number }>(`SELECT count(*) AS n ${FOUND} ${sql}`, [0, ...values]);
  return Number(row?.n ?? 0);
}

async function* idsOf(bulk: Bulk, { sql, values }: Condition): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const rows = await bulk.query<{ id: number }>(`SELECT p.id ${FOUND} ${sql} ORDER BY p.id LIMIT ${BATCH}`, [
      last,
      ...values,
    ]);
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
    yield rows.map(({ id }) => id);
  }
}

async function* partsOf(ids: readonly number[]): AsyncGenerator<readonly number[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}
