import type { FastifyBaseLogger } from 'fastify';

const HOUR_MS = 3_600_000;

/** Sweeps now and every hour; a round that fails is logged and tried again. The result stops it, after the running round. */
export function sweepHourly(sweep: () => Promise<object>, log: FastifyBaseLogger): () => Promise<void> {
  let running = Promise.resolve();
  const round = () => {
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
