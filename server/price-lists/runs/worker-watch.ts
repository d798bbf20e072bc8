import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { takeLock } from '../../platform/database/sqlite-locks.ts';
import { isUnavailable } from '../../platform/database/trouble.ts';
import type { Database } from '../../platform/database/types.ts';
import type { ActiveRuns } from './turns.ts';
import { beatOf, interruptRun, type RunElsewhere, runsElsewhere } from './worker-rows.ts';

/** How often a process says that it is at its runs, and looks whether the others still are, ms. */
const LOOK_MS = 3_000;

interface WorkerWatchOptions {
  readonly database: Database<CatalogueSchema>;
  readonly worker: RunWorker;
  readonly active: ActiveRuns;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  /** Called, and awaited, when runs of others were ended; never rejects. */
  readonly mailEndedRuns: () => Promise<void>;
  /** Called, and awaited, at the end of each look: takes runs that were handed over. */
  readonly takeOver: () => Promise<void>;
  readonly every?: number | undefined;
}

/** What keeps runs alive in the eyes of other processes, and ends those whose process is gone. */
interface WorkerWatch {
  /** Looks now; never rejects. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export function watchWorkers({
  database,
  worker,
  active,
  clock,
  log,
  mailEndedRuns,
  takeOver,
  every = LOOK_MS,
}: WorkerWatchOptions): WorkerWatch {
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
    await mailEndedRuns();
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

/** This process as others see it in the runs that it is at, and how it sees them. */
interface RunWorker {
  /** Its name in those runs. */
  readonly id: string;
  /** To be called before the first run bears its name: from then on others see that it lives. */
  begin(): void;
  /** Asked at each look, of all runs of others: those whose process is gone. */
  goneAmong(runs: readonly RunElsewhere[]): readonly RunElsewhere[];
  /** Whether others know of its life by the beats of its runs only. */
  readonly hasToBeat: boolean;
  close(): void;
}

/**
 * Beside an embedded database, whose rows nobody can touch while an import has it, a process lives as long as it has its
 * lock; beside PostgreSQL as long as the beats of its runs go on.
 */
export const openWorker = ({ location }: Pick<Database<CatalogueSchema>, 'location'>): RunWorker =>
  location.dialect === 'sqlite' ? lockWorker(location.file) : beatWorker();

/**
 * Lives by a lock on a file beside the database, which the system frees when the process dies, however that comes about:
 * nobody has to wait, and one that stands still for a while is not taken for dead.
 */
function lockWorker(databaseFile: string): RunWorker {
  const folder = join(dirname(databaseFile), 'workers');
  const own = randomUUID();
  let lock: DatabaseSync | null = null;

  const fileOf = (worker: string) => join(folder, `${worker}.lock`);

  /** Takes the file of one that is gone away with it. */
  function isGone(worker: string): boolean {
    mkdirSync(folder, { recursive: true });
    const free = takeLock(fileOf(worker));
    free?.close();
    if (free) rmSync(fileOf(worker), { force: true });
    return free !== null;
  }

  return {
    id: own,
    begin: () => {
      mkdirSync(folder, { recursive: true });
      lock ??= takeLock(fileOf(own));
    },
    goneAmong: (runs) => {
      const gone = new Set([...new Set(runs.map(({ worker }) => worker))].filter(isGone));
      return runs.filter(({ worker }) => gone.has(worker));
    },
    hasToBeat: false,
    close: () => {
      lock?.close();
      if (lock) rmSync(fileOf(own), { force: true });
      lock = null;
    },
  };
}

/** So many looks without a beat, and the process is gone. */
const SILENT_LOOKS = 5;

/**
 * Lives by the beats that it writes into the rows of its runs. They are counted, not dated, and only looks that succeed
 * count: so neither clocks of several machines nor a database that was away make anybody seem dead.
 */
function beatWorker(): RunWorker {
  const own = randomUUID();
  let heard = new Map<number, { readonly beat: number; readonly silent: number }>();
  return {
    id: own,
    begin: () => {},
    goneAmong: (runs) => {
      heard = new Map(
        runs.map(({ id, beat }) => {
          const before = heard.get(id);
          return [id, { beat, silent: before?.beat === beat ? before.silent + 1 : 0 }];
        }),
      );
      return runs.filter(({ id }) => (heard.get(id)?.silent ?? 0) >= SILENT_LOOKS);
    },
    hasToBeat: true,
    close: () => {},
  };
}
