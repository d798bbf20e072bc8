import { CHANGEABLE, type StoredPosition, sameContent } from '../store/position.ts';
import type { Outcome } from './tally.ts';

/** A position while a batch of rows is applied to it. */
export interface Held {
  /** As the table has it now; null until it is inserted. */
  readonly stored: StoredPosition | null;
  /** As it was before the run; null when the run creates it. */
  readonly original: StoredPosition | null;
  current: StoredPosition;
  manufacturer_key: string;
  /** Sheet row that named it last, null when none has yet. */
  row: number | null;
  /** A row of this batch named it. */
  fresh: boolean;
}

/** Takes a position from the table; `before` is what the run changed in it so far: undefined for nothing. */
export function hold(stored: StoredPosition, row: number | null, before: string | null | undefined): Held {
  const original =
    before === undefined
      ? stored
      : before === null
        ? null
        : { ...stored, ...(JSON.parse(before) as Partial<StoredPosition>) };
  const { manufacturer_key } = stored;
  return { stored, original, current: stored, manufacturer_key, row, fresh: false };
}

/** What the run makes of the position as it stands. */
export function outcomeOf({ original, current }: Held): Outcome {
  if (original === null) return 'created';
  return sameContent(original, current) ? 'unchanged' : 'updated';
}

/** The columns that have to be written, without the day and the stock mark. */
export function dirtyColumns(stored: StoredPosition, current: StoredPosition) {
  const names = [...CHANGEABLE, 'manufacturer_key', 'alias', 'price_day', 'in_stock'] as const;
  return names.filter((name) => stored[name] !== current[name]);
}
