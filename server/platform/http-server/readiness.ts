// Whether the services work, by trials that a monitor may ask for as often as it likes.
import type { FastifyBaseLogger } from 'fastify';

/** A slower probe has failed, ms: a monitor expects its answer within two seconds. */
const DEADLINE_MS = 1_500;

interface ReadinessOptions {
  /** Rejects, or resolves to false, when something does not work. */
  readonly probe: () => Promise<boolean>;
  readonly log?: FastifyBaseLogger | undefined;
  readonly deadline?: number;
}

/** One trial change at a time; while one is overdue, the answer is no at once. Changes of the answer are logged. */
export function createReadiness({ probe, log, deadline = DEADLINE_MS }: ReadinessOptions) {
  let wasReady = true;
  let running: Promise<boolean> | null = null;
  let isLate = false;

  const result = (isReady: boolean, error?: unknown): boolean => {
    if (wasReady && !isReady) log?.error({ err: error }, 'not ready');
    if (!wasReady && isReady) log?.info('ready again');
    wasReady = isReady;
    return isReady;
  };

  function start(): Promise<boolean> {
    isLate = false;
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        isLate = true;
        resolve(result(false, new Error('a trial did not come back in time')));
      }, deadline);
      const end = (isReady: boolean, error?: unknown) => {
        clearTimeout(late);
        running = null;
        // A late result is dropped; the next call tries again.
        if (!isLate) resolve(result(isReady, error));
      };
      probe().then(
        (isReady) => end(isReady, new Error('a service is not ready')),
        (error: unknown) => end(false, error),
      );
    });
  }

  return {
    isReady: (): Promise<boolean> => {
      running ??= start();
      return running;
    },
  };
}
