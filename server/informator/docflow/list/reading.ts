import type { Condition } from '../search/conditions.ts';
import type { ListOrder } from './filter.ts';
import type { ListPlace } from './places.ts';

/** What a page is read by. */
export interface Reading {
  readonly order: ListOrder;
  readonly wanted: Condition;
  /** Only what comes after it; null: from the beginning. */
  readonly after: ListPlace | null;
  readonly limit: number;
}
