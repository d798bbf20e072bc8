import type { FastifyBaseLogger } from 'fastify';
import { watchJumps } from '../clock/jumps.ts';

const HOUR_MS = 3_600_000;

/**
 * Sweeps now and every hour; a round that fails is logged and tried again. For an hour after the clock was set nothing is
 * swept: what seems old may be young, and somebody may put the clock right. The result stops it, after the running round.
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
  round();
  const timer = setInterval(round, HOUR_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
