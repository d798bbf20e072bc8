import { POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import type { UndoAnswer } from '../../../contract/catalogue/runs.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { typographed } from '../../../rules/format/texts.ts';
import { type Edit, identityTaken } from '../../catalogue/changes/edits.ts';
import type { PositionStore } from '../../catalogue/changes/position-store.ts';
import {
  BLANK,
  CONTENT_COLUMNS,
  changedColumns,
  type HistoryFields,
  type StoredPosition,
  type WrittenColumn,
  withStock,
} from '../../catalogue/context/position.ts';
import { changedSince, type RunHistory, type RunRecord } from './run-changes.ts';

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
  store: PositionStore,
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
  store: PositionStore,
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

const differs = (before: StoredPosition, after: StoredPosition): boolean => changedColumns(before, after).length > 0;

const withMakerOf = (
  { manufacturer_key, manufacturer, alias }: StoredPosition,
  next: StoredPosition,
): StoredPosition => ({ ...next, manufacturer_key, manufacturer, alias });

/** What taking a run back means for one position. */
interface UndoPlan {
  /** The position as it is to be; the very one that was given where nothing is restored. */
  readonly next: StoredPosition;
  /** The columns that somebody has changed since, which are left alone. */
  readonly kept: readonly WrittenColumn[];
  /** The last run that changed one of them; null where the history does not tell. */
  readonly changedBy: number | null;
}

/** The days by which a price is judged, since the epoch. */
interface Days {
  readonly today: number;
  /** The first that still counts. */
  readonly liveDay: number;
}

/** What belongs together: one part of it is not restored without the other. */
const MAKER: readonly WrittenColumn[] = ['manufacturer_key', 'manufacturer', 'alias'];

function togethers(changed: HistoryFields): WrittenColumn[][] {
  const names = Object.keys(changed) as WrittenColumn[];
  const maker = names.filter((name) => MAKER.includes(name));
  const single = names.filter((name) => !MAKER.includes(name)).map((name) => [name]);
  return maker.length > 0 ? [maker, ...single] : single;
}

/**
 * Restores, column by column, what only this run changed: the position still says what the run made of it and no later
 * run has changed it. A position that the run created and nobody has touched since is removed. A restored price has the
 * day that it had; where the history does not tell it, because the run is older than that note, the day is today.
 */
function planUndo(position: StoredPosition, own: RunRecord, later: readonly RunRecord[], days: Days): UndoPlan {
  let restored: HistoryFields = {};
  const kept: WrittenColumn[] = [];
  let changedBy: number | null = null;
  const look = (columns: readonly WrittenColumn[]): 'restore' | 'undone' | 'keep' => {
    const touched: WrittenColumn[] = [];
    for (const column of columns) {
      const since = changedSince(own.runId, later, column);
      if (since.kind === 'undone') return 'undone';
      if (since.kind === 'changed') changedBy = Math.max(changedBy ?? 0, since.runId);
      const expected = own.after[column] ?? BLANK[column];
      if (since.kind === 'changed' || position[column] !== expected) touched.push(column);
    }
    kept.push(...touched);
    return touched.length > 0 ? 'keep' : 'restore';
  };
  if (own.before === null) {
    if (look(HIDDEN_FIRST) === 'restore') restored = { hidden: HIDDEN.removed };
  } else {
    const { before } = own;
    for (const columns of togethers(own.after)) {
      if (look(columns) !== 'restore') continue;
      restored = { ...restored, ...Object.fromEntries(columns.map((column) => [column, before[column]])) };
    }
    if (restored.price !== undefined) restored = { ...restored, price_day: before.price_day ?? days.today };
  }
  if (Object.keys(restored).length === 0) return { next: position, kept, changedBy };
  return { next: withStock({ ...position, ...restored }, days.liveDay), kept, changedBy };
}

/** Whether the creation was taken back decides before what else was changed. */
const HIDDEN_FIRST: readonly WrittenColumn[] = ['hidden', ...CONTENT_COLUMNS.filter((name) => name !== 'hidden')];

/** Columns that people know under another one's name. */
const KNOWN_AS: Partial<Record<WrittenColumn, WrittenColumn>> = {
  manufacturer_key: 'manufacturer',
  alias: 'manufacturer',
};

/** Why something of a position was left alone, for whoever undoes; `plan` is null where the position is gone. */
function keptReason(plan: UndoPlan | null, isIdentityTaken: boolean): string {
  if (plan === null) return 'Позиции больше нет: удалён её бренд или поставщик';
  if (isIdentityTaken) return typographed('Такая же позиция с прежним производителем уже есть');
  const labels = plan.kept.map((name) => POSITION_COLUMNS[KNOWN_AS[name] ?? name].label.toLowerCase());
  const by = typographed(plan.changedBy === null ? '' : `, изменение № ${plan.changedBy}`);
  return `Изменено позже: ${[...new Set(labels)].join(', ')}${by}`;
}
