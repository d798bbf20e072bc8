// The job by which staff hide, remove or restore many positions at once, as one run. Hiding leaves removed positions
// removed.
import type { ShowAnswer } from '../../../contract/catalogue/staff-positions.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { STAFF_POSITIONS_COUNTED } from '../../../contract/limits.ts';
import { type Bulk, bulkOf, type Job } from '../../platform/database/jobs.ts';
import { addEditRun, closeEditRun, type Edit, EditCounts, writeEdits } from '../changes/edits.ts';
import { PositionStore } from '../changes/position-store.ts';
import type { Editor } from '../context/context.ts';
import { finishIndex } from '../search-index/index-writer.ts';
import { type Condition, conditionOf, type Days, FILTERED, type PositionFilter } from './filter.ts';

export interface ShowArguments extends Days {
  /** The new value of `hidden`, one of HIDDEN. */
  readonly hidden: number;
  readonly chosen: { readonly ids: readonly number[] } | { readonly filter: PositionFilter; readonly expected: number };
  readonly by: Editor;
  /** Milliseconds. */
  readonly now: number;
}

export type ShowOutcome = ShowAnswer | 'changed meanwhile' | 'too many positions';

const BATCH = 1_000;

/** Hides, removes or restores positions by hand, as one run. Hiding leaves removed positions removed. */
const show: Job<ShowArguments, ShowOutcome> = async (
  connection,
  { hidden, chosen, by, now, ...days },
  _emit,
  signal,
) => {
  const store = new PositionStore(connection);
  const bulk = bulkOf(connection);
  const condition = 'ids' in chosen ? null : conditionOf(chosen.filter, days, connection.dialect, 2);
  if (condition && 'expected' in chosen) {
    if (chosen.expected > STAFF_POSITIONS_COUNTED) return 'too many positions';
    if ((await countOf(bulk, condition)) !== chosen.expected) return 'changed meanwhile';
  }
  const answer: ShowAnswer = { runId: null, changed: 0, unchanged: 0 };
  const counts = new EditCounts();
  const batches = condition ? idsOf(bulk, condition) : partsOf('ids' in chosen ? chosen.ids : []);
  for await (const ids of batches) {
    signal.throwIfAborted();
    const edits: Edit[] = [];
    for (const before of await store.positionsByIds(ids)) {
      if (before.hidden === hidden || (hidden === HIDDEN.byHand && before.hidden === HIDDEN.removed)) continue;
      const edit = { before, after: { ...before, hidden } };
      edits.push(edit);
      counts.count(edit);
    }
    answer.changed += edits.length;
    answer.unchanged += ids.length - edits.length;
    if (edits.length === 0) continue;
    answer.runId ??= await addEditRun(bulk, { by, now });
    await writeEdits({ connection, store, bulk, now }, answer.runId, edits);
  }
  if (answer.runId === null) return answer;
  await closeEditRun(bulk, answer.runId, counts.text());
  await finishIndex(connection);
  await store.bumpVersion();
  return answer;
};
export default show;

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
