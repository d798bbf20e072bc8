// The job that takes an import back in one transaction, as a run of its own. What is restored is worked out in plan-
// undo.ts.
import type { UndoAnswer } from '../../../contract/catalogue/run-changes.ts';
import { UNDO_KEPT_MAX } from '../../../contract/limits.ts';
import { dropEditRun, type EditContext, EditCounts, endEditRun, writeEdits } from '../../catalogue/changes/edits.ts';
import { PositionStore } from '../../catalogue/changes/position-store.ts';
import { firstLiveDay } from '../../catalogue/context/position.ts';
import { finishIndex } from '../../catalogue/search-index/index-writer.ts';
import { bulkOf, type Job, throwIfStopped } from '../../platform/database/jobs.ts';
import type { ImportProgress } from '../apply/compare-list.ts';
import { crossesOfRun, takeBackCrosses } from '../cross-files/cross-rows.ts';
import { batchesAhead, planBatch, RunHistory, type UndoStep } from './plan-undo.ts';

export interface UndoArguments {
  readonly runId: number;
  /** The run that takes it back, which waits or is under way; null for a dry run. */
  readonly undoId: number | null;
  /** Milliseconds. */
  readonly now: number;
  /** Days since the epoch. */
  readonly today: number;
  readonly priceTtlDays: number;
}

/** What came of it, or why nothing did. */
export type UndoOutcome = UndoAnswer | 'run not found' | 'run is not done' | 'run already undone';

const BATCH = 1_000;

/**
 * Takes a run back in one transaction, as a run of its own: what only that run changed is as before, what was changed
 * since stays and is listed. A dry run works out the same and writes nothing. Where nothing can be taken back, nothing of
 * the run that was to do it stays either.
 */
const undo: Job<UndoArguments, UndoOutcome, ImportProgress> = async (connection, args, emit, signal) => {
  const { runId, undoId, now, today, priceTtlDays } = args;
  const began = performance.now();
  const store = new PositionStore(connection);
  await store.begin();
  const bulk = bulkOf(connection);
  const context: EditContext = { connection, store, bulk, now };
  const history = new RunHistory(bulk, runId);
  const state = await history.open();
  const refuse = async (why: Exclude<UndoOutcome, UndoAnswer>): Promise<UndoOutcome> => {
    if (undoId !== null) await dropEditRun(bulk, undoId);
    return why;
  };
  if (state === null) return refuse('run not found');
  if (state !== 'done') return refuse('run is not done');
  const total = undoId === null ? 0 : await history.count();
  const days = { today, liveDay: firstLiveDay(today, priceTtlDays) };
  const counts = new EditCounts();
  const dryRun = undoId === null;
  let rows = 0;
  const answer: UndoAnswer = {
    ...{ dryRun, runId: null, restored: 0, removed: 0, kept: 0, keptPositions: [] },
    ...{ crossesRestored: 0, crossesRemoved: 0 },
  };
  for await (const batch of batchesAhead(store, history, BATCH)) {
    await throwIfStopped(signal);
    const steps = await planBatch(store, batch, days);
    for (const step of steps) countStep(answer, counts, step);
    const edits = steps.flatMap(({ edit }) => edit ?? []);
    if (undoId !== null && edits.length > 0) await writeEdits(context, undoId, edits);
    rows += batch.records.length;
    emit({ rows, done: rows / Math.max(rows, total), committing: false });
  }
  const crosses = await crossesOfRun(bulk, runId);
  answer[crosses.go ? 'crossesRemoved' : 'crossesRestored'] += crosses.count;
  if (undoId !== null && crosses.count > 0) await takeBackCrosses(bulk, crosses, undoId);
  const done = answer.restored + answer.removed + crosses.count;
  if (done + answer.kept === 0) return refuse('run already undone');
  if (undoId === null) return answer;
  if (done === 0) {
    await dropEditRun(bulk, undoId);
    return answer;
  }
  answer.runId = undoId;
  emit({ rows, done: 1, committing: true });
  const endedAt = now + Math.round(performance.now() - began);
  await endEditRun(bulk, undoId, counts.text(), endedAt);
  await finishIndex(connection);
  await store.bumpVersion();
  return answer;
};
export default undo;

function countStep(answer: UndoAnswer, counts: EditCounts, { isCreation, edit, kept }: UndoStep): void {
  if (edit) {
    counts.count(edit);
    if (isCreation) answer.removed += 1;
    else answer.restored += 1;
  }
  if (!kept) return;
  counts.skip();
  answer.kept += 1;
  if (answer.keptPositions.length < UNDO_KEPT_MAX) answer.keptPositions.push(kept);
}
