import type { Held } from './held.ts';

/** The positions that a run works with: read as the run has left them so far, written or only planned. */
export interface Ledger {
  /** Those of the run's provider and brand with any of these article keys. */
  holdByKeys(keys: readonly string[]): Promise<Held[]>;
  holdByIds(ids: readonly number[]): Promise<Held[]>;
  /** Positions of the run's provider and brand that no row has named, a batch at a time. */
  unnamed(): AsyncGenerator<Held[]>;
  /** Takes what a batch made of the positions that its rows named. */
  keep(fresh: readonly Held[]): Promise<void>;
}
