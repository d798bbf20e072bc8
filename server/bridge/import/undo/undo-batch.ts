import type { UndoAnswer } from '../../../../contract/import-runs.ts';
import { identityTaken } from '../edits/identity-taken.ts';
import type { Edit } from '../edits/write-edits.ts';
import { changedColumns, type StoredPosition } from '../store/position.ts';
import type { ImportStore } from '../store/store.ts';
import type { RunRecord } from './changed-since.ts';
import { keptReason } from './kept-reason.ts';
import { type Days, planUndo } from './plan-undo.ts';
import type { RunHistory } from './run-history.ts';

/** What taking a run back does to one position. */
export interface UndoStep {
  /** The run had created it. */
  readonly isCreation: boolean;
  /** Null where nothing is restored. */
  readonly edit: Edit | null;
  /** What is left alone, and why; null where nothing is. */
  readonly kept: UndoAnswer['keptPositions'][number] | null;
}

type OwnRecord = RunRecord & { readonly positionId: number };

/** Positions that a run changed, with what it and the runs behind it did to them. */
interface UndoBatch {
  readonly records: readonly OwnRecord[];
  readonly stored: ReadonlyMap<number, StoredPosition>;
  readonly later: ReadonlyMap<number, readonly RunRecord[]>;
}

/** The positions that the run changed, `size` at a time: the next ones are asked for while the last are worked on, which touches no others. */
export async function* batchesAhead(
  store: ImportStore,
  history: RunHistory,
  size: number,
): AsyncGenerator<UndoBatch> {
  const read = async (after: number): Promise<UndoBatch | null> => {
    const records = await history.changedAfter(after, size);
    if (records.length === 0) return null;
    const ids = records.map(({ positionId }) => positionId);
    const [positions, later] = await Promise.all([store.positionsByIds(ids), history.later(ids)]);
    return { records, stored: new Map(positions.map((position) => [position.id, position])), later };
  };
  let batch = await read(0);
  while (batch !== null) {
    const next = read((batch.records.at(-1) as OwnRecord).positionId);
    // Whoever stops early does not wait for it.
    next.catch(() => {});
    yield batch;
    batch = await next;
  }
}

/** Works out what becomes of these positions. */
export async function planBatch(
  store: ImportStore,
  { records, stored, later }: UndoBatch,
  days: Days,
): Promise<UndoStep[]> {
  const plans = records.map((own) => {
    const before = stored.get(own.positionId);
    const plan = before ? planUndo(before, own, later.get(own.positionId) ?? [], days) : null;
    return { own, before, plan };
  });
  const wanted = plans.flatMap(({ plan }) => plan?.next ?? []);
  const taken = await identityTaken(store, wanted, stored);
  return plans.map(({ own, before, plan }): UndoStep => {
    const isTaken = taken.has(own.positionId);
    const after = before && plan && (isTaken ? withMakerOf(before, plan.next) : plan.next);
    const isKept = plan === null || isTaken || plan.kept.length > 0;
    return {
      isCreation: own.before === null,
      edit: before && after && differs(before, after) ? { before, after } : null,
      kept: isKept
        ? {
            positionId: own.positionId,
            article: before?.article ?? own.after.article ?? '',
            title: before?.title ?? own.after.title ?? '',
            changedBy: plan?.changedBy ?? null,
            reason: keptReason(plan, isTaken),
          }
        : null,
    };
  });
}

const differs = (before: StoredPosition, after: StoredPosition): boolean =>
  changedColumns(before, after).length > 0;

const withMakerOf = (
  { manufacturer_key, manufacturer, alias }: StoredPosition,
  next: StoredPosition,
): StoredPosition => ({ ...next, manufacturer_key, manufacturer, alias });
