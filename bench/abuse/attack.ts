import type { BenchServer } from '../server.ts';
import type { Figure } from '../table.ts';

/** What an attack gets to work with. */
export interface Ground {
  /**
   * Starts the product over an empty data folder of its own, with these variables besides those of every benchmark
   * (RATE_LIMIT_FACTOR is 1000 unless set here). It is stopped after the attack.
   */
  start(settings?: Readonly<Record<string, string>>): Promise<BenchServer>;
  /** Sizes that only show that the attack works: a second or two each. Its figures mean nothing. */
  readonly small: boolean;
}

/**
 * Something hostile that is done to a running server, and what the server was worth meanwhile. It ends whatever the
 * server does: each wait has a limit, and a call that fails is a figure, not an error. It imports nothing of the server
 * that is newer than the attack, so that it can be run on an older state as well.
 */
export interface Attack {
  /** As --attack names it. */
  readonly name: string;
  measure(ground: Ground): Promise<Figure[]>;
}
