import { HIDDEN } from '../../../../contract/hidden.ts';
import { withStock } from '../edits/with-stock.ts';
import {
  BLANK,
  CONTENT_COLUMNS,
  type HistoryFields,
  type StoredPosition,
  type WrittenColumn,
} from '../store/position.ts';
import { changedSince, type RunRecord } from './changed-since.ts';

/** What taking a run back means for one position. */
export interface UndoPlan {
  /** The position as it is to be; the very one that was given where nothing is restored. */
  readonly next: StoredPosition;
  /** The columns that somebody has changed since, which are left alone. */
  readonly kept: readonly WrittenColumn[];
  /** The last run that changed one of them; null where the history does not tell. */
  readonly changedBy: number | null;
}

/** The days by which a price is judged, since the epoch. */
export interface Days {
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
export function planUndo(
  position: StoredPosition,
  own: RunRecord,
  later: readonly RunRecord[],
  days: Days,
): UndoPlan {
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
const HIDDEN_FIRST: readonly WrittenColumn[] = [
  'hidden',
  ...CONTENT_COLUMNS.filter((name) => name !== 'hidden'),
];
