import { type BridgeContext, todayOf } from '../../context.ts';
import type { WorkAs } from '../run/desk.ts';
import type { ImportProgress } from '../run/progress.ts';
import type { UndoArguments, UndoOutcome } from './undo-job.ts';

const JOB = new URL('./undo-job.ts', import.meta.url);

const argsOf = (context: BridgeContext, runId: number, undoId: number | null): UndoArguments => ({
  runId,
  undoId,
  now: context.clock(),
  today: todayOf(context),
  priceTtlDays: context.priceTtlDays,
});

/** Takes a run back as the run that it is given. */
export const undoAs =
  (context: BridgeContext, runId: number): WorkAs<UndoOutcome> =>
  (undoId, onMessage, signal) =>
    context.database.runJob<UndoArguments, UndoOutcome, ImportProgress>(JOB, argsOf(context, runId, undoId), {
      onMessage,
      signal,
    });

/** What taking a run back would do; nothing is written. */
export const planUndoOf = (context: BridgeContext, runId: number): Promise<UndoOutcome> =>
  context.database.readJob<UndoArguments, UndoOutcome>(JOB, argsOf(context, runId, null));
