import type { FastifyBaseLogger } from 'fastify';
import { watchJumps } from '../clock/jumps.ts';

const HOUR_MS = 3_600_000;
/** Delay of the first round, ms: right after a start the machine is kept free for requests. */
const FIRST_MS = 60_000;

/**
 * Sweeps a minute after the start and every hour; a round that fails is logged and tried again. For an hour after the
 * clock was set nothing is swept: what seems old may be young, and the clock may be set right again. The result stops the
 * sweeps and resolves after the running round.
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
