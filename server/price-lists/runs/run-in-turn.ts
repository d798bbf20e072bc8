// Waits until it is the turn of a run (one import of a price list), does it, and records its end; edits by hand wait
// here too.
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { UploadProgress } from '../../../contract/catalogue/runs.ts';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { uploadCancelledError } from '../../catalogue/sheets/refused-files.ts';
import { HttpError } from '../../platform/http/request.ts';
import { type RunEnded, runEnded } from '../../platform/signals.ts';
import type { ImportProgress } from '../apply/compare-list.ts';
import { runHandedOverError, shownError, uploadError } from './failures.ts';
import { beginRun, failRun } from './run-store.ts';
import { countAhead, handOverRun } from './worker-watch.ts';

export type OnProgress = (progress: Partial<UploadProgress>) => void;

export type RunWork<Result> = (onProgress: (progress: ImportProgress) => void, signal: AbortSignal) => Promise<Result>;

/** What runs of this process wait in for their turn, behind runs of others too. */
export interface RunLine {
  readonly active: ActiveRuns;
  readonly turns: Turns;
  readonly ends: RunEnds;
  /** Name of this process. */
  readonly worker: string;
  /** Whether this process takes runs that others hand over, and so waits behind them. */
  readonly takesOver: () => boolean;
  /** Does what writes, again and again while another process holds an embedded database. */
  free<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

interface RunCaller {
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
  /** What another process has to know to go on with it beside its row; null: it ends with this process. */
  readonly later: object | null;
}

/**
 * Does the work of a run that is written down as waiting when it is its turn. Until it has ended everybody sees where it
 * stands, and can cancel it; a failure is written down with it. Where the server stops before its turn it is left to another
 * process. Throws what the API answers.
 */
export async function runInTurn<Result>(
  { database, clock }: Pick<CatalogueContext, 'database' | 'clock'>,
  line: RunLine,
  runId: number,
  { onProgress, signal, later }: RunCaller,
  work: RunWork<Result>,
): Promise<Result> {
  const { active, turns, ends, worker, free } = line;
  const abort = new AbortController();
  let hasBegun = false;
  let isTurnOver = false;
  const canBeHandedOver = () => later !== null && !hasBegun;
  const { promise: ended, resolve: settle } = Promise.withResolvers<void>();
  const run: ActiveRun = {
    ...{ id: runId, progress: {}, ended, canBeHandedOver, hasHadTurn: () => isTurnOver },
    cancel: (reason) => abort.abort(reason),
  };
  const onAbort = () => abort.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  active.set(runId, run);
  // It may have been cancelled while the run was written down.
  if (signal.aborted) onAbort();
  const began = performance.now();
  const reportEnd = (outcome: RunEnded['outcome']) =>
    runEnded.report({ runId, outcome, rows: run.progress.rows ?? 0, ms: performance.now() - began });
  const report: OnProgress = (change) => {
    Object.assign(run.progress, change);
    onProgress(change);
  };
  try {
    report({ phase: 'queued', ahead: turns.ahead(runId) });
    await takeTurn(database.read, line, runId, report, abort.signal);
    try {
      await free(() => beginRun(database, runId, clock()), abort.signal);
      hasBegun = true;
      const result = await free(() => work(withSpeed(report), abort.signal), abort.signal);
      await ends.done();
      reportEnd('done');
      return result;
    } finally {
      isTurnOver = true;
      turns.end();
    }
  } catch (error) {
    const isStopped = abort.signal.reason === SERVER_STOPS;
    if (isStopped && canBeHandedOver()) {
      const handed = JSON.stringify(later);
      if (await ends.handedOver({ id: runId, worker, handed })) throw runHandedOverError();
    }
    const failure = abort.signal.aborted ? uploadCancelledError() : uploadError(error);
    const state = isStopped ? 'interrupted' : 'failed';
    reportEnd(state === 'failed' && abort.signal.aborted ? 'cancelled' : state);
    await ends.failed(runId, shownError(failure), state);
    throw failure;
  } finally {
    active.delete(runId);
    settle();
    signal.removeEventListener('abort', onAbort);
  }
}

/** How often it is looked whether runs of other processes are over, ms. */
const OTHERS_MS = 500;

/**
 * Runs of all processes have their turn in the order of their ids. Behind one of another process the turn is given back, for
 * edits, and for an earlier run that is taken over meanwhile; whichever run of this process has the turn next looks for those that
 * gave it back before it. Rejects with the signal's reason.
 */
async function takeTurn(
  read: Kysely<CatalogueSchema>,
  { active, turns, takesOver }: RunLine,
  id: number,
  report: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await turns.take(id, signal);
    const past = [...active.values()].filter(({ hasHadTurn }) => hasHadTurn()).map((run) => run.id);
    const asking = { id, past, withHanded: takesOver() };
    const ahead = await countAhead(read, asking).catch((error: unknown) => {
      turns.end();
      throw error;
    });
    if (ahead === 0 && !signal.aborted) return;
    turns.end();
    signal.throwIfAborted();
    report({ phase: 'queued', ahead });
    await pause(OTHERS_MS, undefined, { signal }).catch(() => {});
  }
}

/** Rows and shares as a page shows them: with a speed, and with what is left to wait. */
export function withSpeed(report: OnProgress): (progress: ImportProgress) => void {
  const began = performance.now();
  return ({ rows, done, committing }) => {
    const seconds = (performance.now() - began) / 1000;
    report({
      phase: committing ? 'committing' : 'reading',
      rows,
      rowsPerSecond: Math.round(rows / seconds),
      percent: Math.floor(done * 100),
      secondsLeft: done > 0 ? Math.ceil((seconds * (1 - done)) / done) : null,
    });
  };
}

/** How soon an end that could not be written down is tried again, ms. */
const AGAIN_MS = 5_000;

export interface RunEndOptions {
  readonly again?: number;
  /** Called, and awaited, whenever the end of a run is written down; never rejects. */
  readonly mailEndedRuns?: () => Promise<void>;
}

interface RunEnds {
  /** Writes down why a run ended without changes, trying until it works or the server stops. Never rejects. */
  failed(runId: number, error: string, state: 'failed' | 'interrupted'): Promise<void>;
  /** A run is done, which is written down with what it changed. Never rejects. */
  done(): Promise<void>;
  /** Leaves a run that has not begun to another process, or to the next start; false where that cannot be noted. Never rejects. */
  handedOver(run: Parameters<typeof handOverRun>[1]): Promise<boolean>;
  stop(): void;
}

export function writeRunEnds(
  { database, clock, log }: Pick<CatalogueContext, 'database' | 'clock' | 'log'>,
  { again = AGAIN_MS, mailEndedRuns = async () => {} }: RunEndOptions,
): RunEnds {
  const waiting = new Set<NodeJS.Timeout>();

  async function write(...end: Parameters<typeof failRun>): Promise<void> {
    try {
      await failRun(...end);
    } catch (error) {
      log.error({ err: error, runId: end[1] }, 'the end of an import run could not be written down');
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void write(...end);
      }, again);
      waiting.add(timer.unref());
      return;
    }
    await mailEndedRuns();
  }

  return {
    failed: (runId, error, state) => write(database, runId, error, clock(), state),
    done: mailEndedRuns,
    handedOver: (run) =>
      handOverRun(database, run).catch((error: unknown) => {
        log.error({ err: error, runId: run.id }, 'an import run could not be handed over');
        return false;
      }),
    stop() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** Stands for an edit by hand, which has no run of its own and takes little time. */
const NO_RUN = 0;

/** One run at a time changes the catalogue; the others follow by their ids, edits before runs. */
export class Turns {
  readonly #waiting: { readonly id: number; readonly begin: () => void }[] = [];
  #busy = false;

  /** Resolves when it is the turn of the run; rejects with the signal's reason when it is aborted before. */
  take(id: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#busy) {
      this.#busy = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const place = { id, begin: resolve };
      const before = this.#waiting.filter((other) => other.id <= id).length;
      this.#waiting.splice(before, 0, place);
      signal.addEventListener(
        'abort',
        () => {
          const at = this.#waiting.indexOf(place);
          if (at < 0) return;
          this.#waiting.splice(at, 1);
          reject(signal.reason);
        },
        { once: true },
      );
    });
  }

  end(): void {
    const next = this.#waiting.shift();
    if (next) next.begin();
    else this.#busy = false;
  }

  /** Runs that have their turn before this one; 0 for one that does not wait. */
  ahead(id: number): number {
    const runs = this.#waiting.filter((place) => place.id !== NO_RUN);
    return runs.findIndex((place) => place.id === id) + 1;
  }
}

/** When a retry is worthwhile, seconds; the length of a run is unknown. */
const RETRY_AFTER = '15';

/** Does an edit after the run under way; where that lasts over `patience` ms, throws 503 `import under way`. */
export async function editInTurn<Result>(
  read: Kysely<CatalogueSchema>,
  turns: Turns,
  patience: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const late = AbortSignal.timeout(patience);
  try {
    await turns.take(NO_RUN, late);
  } catch (error) {
    throw late.aborted ? await isImportUnderWay(read) : error;
  }
  try {
    return await work();
  } finally {
    turns.end();
  }
}

async function isImportUnderWay(read: Kysely<CatalogueSchema>): Promise<HttpError> {
  const run = await read
    .selectFrom('import_runs')
    .select(['id as runId', 'kind', 'file_name as fileName', 'who'])
    .where('state', '=', 'running')
    .where('began_at', 'is not', null)
    .orderBy('began_at')
    .limit(1)
    .executeTakeFirst();
  return new HttpError(503, 'import under way', { headers: { 'Retry-After': RETRY_AFTER }, facts: { ...run } });
}

/** A run of this process that has not ended. */
interface ActiveRun {
  readonly id: number;
  progress: Partial<UploadProgress>;
  readonly cancel: (reason: Error) => void;
  /** Whether it still waits for its turn, and another process can go on with it. */
  readonly canBeHandedOver: () => boolean;
  /** Whether its turn is over, though its end may not be written down yet. */
  readonly hasHadTurn: () => boolean;
  /** Settles, never rejects, when the run has ended and that is written down. */
  readonly ended: Promise<void>;
}

/** The runs of this process by their ids. */
export type ActiveRuns = Map<number, ActiveRun>;

/** Reason of an abort that no user asked for. */
export const SERVER_STOPS = new Error('the server stops');
