import { isTold, type StoredPosition, type WrittenColumn } from './position.ts';
import type { ImportStore } from './store.ts';

/** A position as it is to be, and the columns in which the table still says something else. */
export interface ChangedPosition {
  readonly current: StoredPosition;
  readonly dirty: readonly WrittenColumn[];
}

/** Writes rows, grouped by the columns that differ, so that a weekly price update writes prices only. */
export async function writeChanged(
  store: ImportStore,
  changed: readonly ChangedPosition[],
  now: number,
): Promise<void> {
  const groups = new Map<string, { names: readonly WrittenColumn[]; rows: StoredPosition[] }>();
  for (const { dirty, current } of changed) {
    const key = dirty.join();
    const group = groups.get(key);
    if (group) group.rows.push(current);
    else groups.set(key, { names: dirty, rows: [current] });
  }
  for (const { names, rows } of groups.values()) {
    await store.updatePositions(names, rows, names.some(isTold) ? now : null);
  }
}
