/** Detects a clock that was set, and runs hourly clean-ups that must not trust such a clock. */
import type { FastifyBaseLogger } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '../../contract/limits.ts';

/** Difference that a clock and a steady counter may build up by drifting, ms; more is a jump. */
const DRIFT_MS = MINUTE_MS;

/**
 * Detects that a clock (ms since the epoch) was set or the machine slept, by a monotone counter. `since`: ms since the
 * last jump; null: never.
 */
export function watchJumps(clock: () => number, steady: () => number = () => performance.now()) {
  let difference = clock() - steady();
  let foundAt: number | null = null;
  return {
    since: (): number | null => {
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

/** Delay of the first round, ms: right after a start the machine is kept free for requests. */
const FIRST_MS = MINUTE_MS;

/**
 * Sweeps a minute after the start and every hour, but not in the hour after the clock was set: what seems old may be
 * young. A failed round is logged and tried again. The result stops the sweeps and resolves after the running round.
 */
export function sweepHourly(
  sweep: () => Promise<object>,
  { clock, log }: { readonly clock: () => number; readonly log: FastifyBaseLogger },
): () => Promise<void> {
  const jumps = watchJumps(clock);
  let running = Promise.resolve();
  const round = () => {
    const jumped = jumps.since();
    if (jumped !== null && jumped < HOUR_MS / 2) {
      log.warn('the clock was set: nothing is swept for an hour');
      return;
    }
    running = running
      .then(sweep)
      .then((swept) => log.info(swept, 'swept'))
      .catch((error: unknown) => log.error({ err: error }, 'sweep failed'));
  };
  const first = setTimeout(round, FIRST_MS);
  const hourly = setInterval(round, HOUR_MS);
  first.unref();
  hourly.unref();
  return async () => {
    clearTimeout(first);
    clearInterval(hourly);
    await running;
  };
}
