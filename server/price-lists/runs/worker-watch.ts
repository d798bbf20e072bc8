// Notices imports whose process has died, passes waiting ones to another process, and cancels those that run
// elsewhere.
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { RunKind, RunSource } from '../../../contract/catalogue/runs.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { takeLock } from '../../platform/database/sqlite-locks.ts';
import { isUnavailable } from '../../platform/database/trouble.ts';
import type { Database } from '../../platform/database/types.ts';
import { conflict, HttpError } from '../../platform/http/request.ts';
import { stateOfRun } from './run-store.ts';

/** Pause between two heartbeats of a process, and between two checks of the other processes, ms. */
const LOOK_MS = 3_000;

interface WorkerWatchOptions {
  readonly database: Database<CatalogueSchema>;
  readonly worker: RunWorker;
  readonly active: ReadonlyMap<number, { readonly cancel: (reason: Error) => void }>;
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

export function watchWorkers(options: WorkerWatchOptions): WorkerWatch {
  const { database, worker, active, clock, log, mailEndedRuns, takeOver, every = LOOK_MS } = options;
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

/** Beside SQLite, whose rows an import locks, a process lives by its lock; beside PostgreSQL by beats of its runs. */
export const openWorker = ({ location }: Pick<Database<CatalogueSchema>, 'location'>): RunWorker =>
  location.dialect === 'sqlite' ? lockWorker(location.file) : beatWorker();

/** Lives by a lock that the system frees when the process dies: no timeout, and a stalled process is not dead. */
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

/** Lives by beats in its runs, counted by successful looks: neither clocks nor an absent database make it dead. */
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

/** Writes the heartbeat of this process into its runs; resolves to those that were cancelled elsewhere. */
async function beatOf(database: Database<CatalogueSchema>, worker: string): Promise<number[]> {
  const rows = await database.write((transaction) =>
    transaction
      .updateTable('import_runs')
      .set(({ eb }) => ({ beat: eb('beat', '+', 1) }))
      .where('worker', '=', worker)
      .where('state', '=', 'running')
      .returning(['id', 'unwanted'])
      .execute(),
  );
  return rows.filter(({ unwanted }) => unwanted === 1).map(({ id }) => id);
}

const running = (read: Kysely<CatalogueSchema>) =>
  read.selectFrom('import_runs').where('state', '=', 'running').where('worker', 'is not', null);

/** Runs of other workers; a handed-over run belongs to no worker. */
async function runsElsewhere(read: Kysely<CatalogueSchema>, own: string): Promise<RunElsewhere[]> {
  const others = running(read).where('worker', '!=', own).where('handed', 'is', null);
  const rows = await others.select(['id', 'worker', 'beat']).execute();
  return rows.flatMap(({ id, worker, beat }) => (worker === null ? [] : [{ id, worker, beat }]));
}

/** Ends a run of a process that is gone; false where it has ended otherwise, or its process has said a word. */
const interruptRun = (
  database: Database<CatalogueSchema>,
  { id, worker, beat }: RunElsewhere,
  now: number,
): Promise<boolean> =>
  database.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('import_runs')
      .set({ state: 'interrupted', ended_at: now })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('worker', '=', worker)
      .where('beat', '=', beat)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0;
  });

/** A run that asks whether it is its turn. */
interface Asking {
  readonly id: number;
  /** Runs that have had their turn, though their end may not be written down yet. */
  readonly past: readonly number[];
  /** Whether handed-over runs count: where no process takes them, no run waits for them. */
  readonly withHanded: boolean;
}

/** How many runs of all processes have their turn before this one. */
export async function countAhead(read: Kysely<CatalogueSchema>, { id, past, withHanded }: Asking): Promise<number> {
  const { count } = await running(read)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', '<', id)
    .$if(past.length > 0, (query) => query.where('id', 'not in', [...past]))
    .$if(!withHanded, (query) => query.where('handed', 'is', null))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Asks the process that is at a run to cancel it; false where the run is over. */
const cancelElsewhere = (database: Database<CatalogueSchema>, id: number): Promise<boolean> =>
  database.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('import_runs')
      .set({ unwanted: 1 })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('worker', 'is not', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0;
  });

/** A run of another process, as its row has it. */
interface RunElsewhere {
  readonly id: number;
  readonly worker: string;
  readonly beat: number;
}

/** A run that a process left before its turn, for another one to go on with. */
export interface HandedRun {
  readonly id: number;
  readonly kind: RunKind;
  readonly uid: string;
  readonly who: string;
  readonly source: RunSource;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly keptFile: string;
  /** The run that it takes back; null: none. */
  readonly undoes: number | null;
  /** As JSON, what its first process knew of it beside that. */
  readonly handed: string;
  /** It has been cancelled meanwhile. */
  readonly isUnwanted: boolean;
}

/** Offers a run of this process that has not begun to other processes; false where it has ended otherwise. */
export const handOverRun = (
  database: Database<CatalogueSchema>,
  { id, worker, handed }: { readonly id: number; readonly worker: string; readonly handed: string },
): Promise<boolean> =>
  database.write(
    async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('import_runs')
        // A process that counts the beats sees that this one is alive.
        .set(({ eb }) => ({ handed, beat: eb('beat', '+', 1) }))
        .where('id', '=', id)
        .where('state', '=', 'running')
        .where('worker', '=', worker)
        .where('began_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0;
    },
    { isPatient: true },
  );

/** The runs that were handed over, in their order. */
export async function listHandedRuns(read: Kysely<CatalogueSchema>): Promise<HandedRun[]> {
  const rows = await read
    .selectFrom('import_runs')
    .select(['id', 'kind', 'uid', 'who', 'source', 'file_name', 'file_bytes', 'kept_file', 'undoes'])
    .select(['handed', 'unwanted'])
    .where('state', '=', 'running')
    .where('handed', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ file_name, file_bytes, kept_file, handed, unwanted, undoes, ...run }) => ({
    ...run,
    fileName: file_name,
    fileBytes: Number(file_bytes),
    keptFile: kept_file ?? '',
    undoes: undoes === null ? null : Number(undoes),
    handed: handed ?? '',
    isUnwanted: unwanted === 1,
  }));
}

/** Takes a run that was handed over; false where another process was first. */
export const takeHandedRun = (
  database: Database<CatalogueSchema>,
  { id, worker }: { readonly id: number; readonly worker: string },
): Promise<boolean> =>
  database.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('import_runs')
      .set(({ eb }) => ({ worker, handed: null, beat: eb('beat', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('handed', 'is not', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0;
  });

/** How long the process that is at the run may take to hear of it and to end it, ms. */
const PATIENCE_MS = 10_000;
const BETWEEN_LOOKS_MS = 200;

/** Has the process at a run cancel it, and waits. Throws 409 where it ended by itself, 503 where it takes too long. */
export async function cancelRunElsewhere(database: Database<CatalogueSchema>, id: number) {
  if (!(await cancelElsewhere(database, id))) throw conflict('run already ended');
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const state = await stateOfRun(database.read, id);
    if (state === 'done') throw conflict('run already ended');
    if (state !== 'running') return { message: 'upload cancelled' };
    await pause(BETWEEN_LOOKS_MS);
  }
  throw new HttpError(503, 'import under way', { headers: { 'Retry-After': '15' } });
}
