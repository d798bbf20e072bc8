import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest piece of one request's work while others wait, milliseconds. */
const SLICE_MS = 10;

/** Splits long work of one request, so that the main loop serves everybody else in between. */
export class Slices {
  #began = performance.now();

  /** Whether this piece has lasted long enough: then `next` is due. */
  get isOver(): boolean {
    return performance.now() - this.#began > SLICE_MS;
  }

  /** Resolves when others had their turn; the next piece begins. */
  async next(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}
