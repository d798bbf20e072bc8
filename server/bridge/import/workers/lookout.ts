import type { FastifyBaseLogger } from 'fastify';
import { isUnavailable } from '../../../database/trouble.ts';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';
import type { ActiveRuns } from '../run/active-runs.ts';
import { beatOf, interruptRun, runsElsewhere } from './rows.ts';
import type { Worker } from './worker.ts';

/** How often a process says that it is at its runs, and looks whether the others still are, ms. */
const LOOK_MS = 3_000;

export interface LookoutOptions {
  readonly database: Database<BridgeSchema>;
  readonly worker: Worker;
  readonly active: ActiveRuns;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  /** Called, and awaited, when runs of others were ended; never rejects. */
  readonly tellEnded: () => Promise<void>;
  /** Called, and awaited, at the end of each look: takes runs that were handed over. */
  readonly takeOver: () => Promise<void>;
  readonly every?: number | undefined;
}

/** What keeps runs alive in the eyes of other processes, and ends those whose process is gone. */
export interface Lookout {
  /** Looks now; never rejects. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export function keepLookout({
  database,
  worker,
  active,
  clock,
  log,
  tellEnded,
  takeOver,
  every = LOOK_MS,
}: LookoutOptions): Lookout {
  let running = Promise.resolve();

  async function beat(): Promise<void> {
    if (!worker.hasToBeat || active.size === 0) return;
    for (const id of await beatOf(database, worker.id)) active.get(id)?.cancel(new Error('cancelled'));
  }

  async function endOthers(): Promise<void> {
    const gone = worker.goneAmong(await runsElsewhere(database.read, worker.id));
    let ended = 0;
    for (const run of gone) if (await interruptRun(database, run, clock())) ended += 1;
    if (ended === 0) return;
    log.warn({ runs: gone.map(({ id }) => id) }, 'import runs of a process that is gone were ended');
    await tellEnded();
  }

  const look = (): Promise<void> => {
    running = running
      .then(beat)
      .then(endOthers)
      .then(takeOver)
      .catch((error: unknown) => {
        // Behind an import of another process, or a database that is away: the next look is soon.
        if (!isUnavailable(error)) log.warn({ err: error }, 'the import runs could not be looked after');
      });
    return running;
  };
  const timer = setInterval(() => void look(), every);
  timer.unref();
  return {
    look,
    stop: async () => {
      clearInterval(timer);
      await running;
      worker.close();
    },
  };
}
