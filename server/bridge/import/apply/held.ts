import { HIDDEN } from '../../../../contract/hidden.ts';
import { changedColumns, isContent, type StoredPosition, type WrittenColumn } from '../store/position.ts';

/** What a run makes of a position. */
export type Outcome = 'created' | 'updated' | 'unchanged';

/** A position while a batch of rows is applied to it. */
export interface Held {
  /** As the table has it now; null until it is inserted. */
  readonly stored: StoredPosition | null;
  /** As it was before the run; null when the run creates it. */
  readonly original: StoredPosition | null;
  current: StoredPosition;
  /** The columns in which `current` differs from `stored`. */
  dirty: readonly WrittenColumn[];
  /** The columns in which `current` differs from `original`. */
  changed: readonly WrittenColumn[];
  manufacturer_key: string;
  /** Sheet row that named it last, null when none has yet. */
  row: number | null;
  /** A row of this batch named it. */
  fresh: boolean;
}

/** Takes a position from the table; `before` is what the run changed in it so far: undefined for nothing. */
export function holdPosition(stored: StoredPosition, row: number | null, before?: string | null): Held {
  const original =
    before === undefined
      ? stored
      : before === null
        ? null
        : { ...stored, ...(JSON.parse(before) as Partial<StoredPosition>) };
  const { manufacturer_key } = stored;
  const changed = original && original !== stored ? changedColumns(original, stored) : [];
  return { stored, original, current: stored, dirty: [], changed, manufacturer_key, row, fresh: false };
}

/** A position that no table knows yet. */
export const holdNew = (current: StoredPosition): Held => ({
  stored: null,
  original: null,
  current,
  dirty: [],
  changed: [],
  manufacturer_key: current.manufacturer_key,
  row: null,
  fresh: false,
});

/** Sets what the position is to be. */
export function setHeldPosition(held: Held, next: StoredPosition): void {
  const { stored, original } = held;
  held.current = next;
  held.manufacturer_key = next.manufacturer_key;
  held.dirty = stored ? changedColumns(stored, next) : [];
  held.changed = original === stored ? held.dirty : original ? changedColumns(original, next) : [];
}

/** What the run makes of the position as it stands. */
export function outcomeOf(held: Pick<Held, 'original' | 'changed'>): Outcome {
  const { original, changed } = held;
  if (original === null || wasRemoved(held)) return 'created';
  return changed.some(isContent) ? 'updated' : 'unchanged';
}

/** Whether nobody saw the position any more before the run; a row that names it brings it back. */
export const wasRemoved = ({ original }: Pick<Held, 'original'>): boolean =>
  original?.hidden === HIDDEN.removed;
