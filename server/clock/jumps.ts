/** What a clock and a steady counter may drift apart in a while, ms: more was a jump. */
const DRIFT_MS = 60_000;

export interface Jumps {
  /** How long ago the clock was last found set forward or back, ms of steady time; null: never. */
  since(): number | null;
}

/**
 * Notices that a clock was set, or stood still with a machine that slept: it is compared with a counter that nobody sets.
 * `clock`: milliseconds since the epoch; `steady`: milliseconds since any moment.
 */
export function watchJumps(clock: () => number, steady: () => number = () => performance.now()): Jumps {
  let difference = clock() - steady();
  let foundAt: number | null = null;
  return {
    since: () => {
      const counted = steady();
      const present = clock() - counted;
      if (Math.abs(present - difference) > DRIFT_MS) {
        difference = present;
        foundAt = counted;
      }
      return foundAt === null ? null : counted - foundAt;
    },
  };
}
