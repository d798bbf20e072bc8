import type { ParsedQuery } from './parse.ts';

/** How the last word may go on; `common` are word forms, `prefix` is '' when it has no completion at all. */
export interface Completions {
  readonly prefix: string;
  readonly common: readonly string[];
  /** Whether there are more than `common`. */
  readonly rare: boolean;
}
export const NO_COMPLETIONS: Completions = { prefix: '', common: [], rare: false };

/** Brands by the word forms of their titles. */
export type BrandWords = ReadonlyMap<string, readonly number[]>;

/** A query with everything that decides its answer besides the rows. */
export interface ReadQuery {
  readonly parsed: ParsedQuery;
  readonly completions: Completions;
  readonly brands: BrandWords;
}
