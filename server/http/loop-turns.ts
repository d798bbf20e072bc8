/** How often the main loop is seen to come round, ms. */
const LOOK_MS = 20;
/** Requests that every turn takes: a machine that stood still for a second has no flood to answer. */
const TAKEN_ALWAYS = 64;

/** Tells a main loop that has more to do than time. */
export interface LoopTurns {
  /** Counts a request; true when this turn of the loop has done its share and more is still coming. */
  isSpent(): boolean;
  close(): void;
}

/**
 * Watches the main loop. A turn reads whatever has come from all connections before a timer gets its turn, so a timer that is
 * late tells, in the very turn, how long its requests have been answered already. `turnWork`: how long one turn may work, ms.
 */
export function watchTurns(turnWork: number): LoopTurns {
  let began = performance.now();
  let taken = 0;
  const timer = setInterval(() => {
    began = performance.now();
    taken = 0;
  }, LOOK_MS);
  timer.unref();
  return {
    isSpent() {
      taken += 1;
      return taken > TAKEN_ALWAYS && performance.now() - began > LOOK_MS + turnWork;
    },
    close: () => clearInterval(timer),
  };
}
