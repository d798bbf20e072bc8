import type { HistoryFields, WrittenColumn } from '../store/position.ts';

/** What one run changed in a position. */
export interface RunRecord {
  readonly runId: number;
  /** The run that it took back. */
  readonly undoes: number | null;
  /** Null: the run created the position. */
  readonly before: HistoryFields | null;
  readonly after: HistoryFields;
}

/** What became of a column since a run changed it. */
export type Since =
  | { readonly kind: 'untouched' }
  /** The run itself was taken back. */
  | { readonly kind: 'undone' }
  | { readonly kind: 'changed'; readonly runId: number };

/**
 * Who changed a column of a position after a run. `later` are the records of the position by later runs, the newest first;
 * a change and the undoing of it cancel each other out.
 */
export function changedSince(runId: number, later: readonly RunRecord[], column: WrittenColumn): Since {
  const cancelled = new Set<number>();
  const isLater = (id: number): boolean => later.some((record) => record.runId === id);
  for (const { runId: by, undoes, after } of later) {
    if (cancelled.has(by) || after[column] === undefined) continue;
    if (undoes === runId) return { kind: 'undone' };
    if (undoes === null || !isLater(undoes)) return { kind: 'changed', runId: by };
    cancelled.add(undoes);
  }
  return { kind: 'untouched' };
}
