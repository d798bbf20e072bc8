// The queue of imports: takes an order, a file of crosses or the undoing of a run, and does one at a time, also those
// that another process left.
import { dirname, join } from 'node:path';
import type { DryRunAnswer, UploadAnswer } from '../../../contract/catalogue/runs.ts';
import { type CatalogueContext, type Editor, type EditTurns, todayOf } from '../../catalogue/context/context.ts';
import { uploadCancelledError } from '../../catalogue/sheets/refused-files.ts';
import { retryWhileBusy } from '../../platform/database/sqlite-locks.ts';
import { conflict, HttpError, notFound } from '../../platform/http/request.ts';
import { limitTo } from '../../platform/limit-to.ts';
import type { ImportProgress } from '../apply/compare-list.ts';
import { openStagedLists, type StagedLists } from '../guess/staged-lists.ts';
import { headerOf } from '../settings/presets.ts';
import { uploadError } from './failures.ts';
import { runImport, runPlan } from './jobs.ts';
import { type CheckedOrder, type ImportOrder, type KeptFiles, readOrder } from './order.ts';
import * as runTurns from './run-in-turn.ts';
import { isUploadIdUsed, startRun, startUndo } from './run-store.ts';
import { type HandedRun, listHandedRuns, openWorker, takeHandedRun, watchWorkers } from './worker-watch.ts';

/** Runs that may wait for their turn; what comes beyond them is refused. */
const WAITING_MAX = 50;
/** How long an edit by hand waits for the run under way, ms: less than a page waits for its answer. */
const EDIT_PATIENCE = 8_000;
/** Dry runs at a time: each takes a process, a thread and a database of its own. */
const PLANS_AT_A_TIME = 1;

/** What is done as the run `runId`. */
export type RunWorkAs<Outcome> = (runId: number, ...by: Parameters<runTurns.RunWork<Outcome>>) => Promise<Outcome>;

/** What another process does of a run that was handed over. */
export type ContinueRun = (run: HandedRun) => RunWorkAs<unknown>;

/** A run that is no price list. */
interface OtherRun<Outcome> {
  /** Writes down that it waits, with the name of this process; answers its id. */
  note(worker: string): Promise<number>;
  /** What another process has to know to go on with it, beside its row. */
  readonly later: object;
  readonly work: RunWorkAs<Outcome>;
}

/** Share of the progress that reading a file takes, of 1. */
const READING_SHARE = 0.4;
const afterReading =
  (onProgress: (progress: ImportProgress) => void): typeof onProgress =>
  ({ done, ...progress }) =>
    onProgress({ ...progress, done: READING_SHARE + done * (1 - READING_SHARE) });

/** What an order is beside its row. */
type HandedOrder = Pick<ImportOrder, 'fields' | 'confirm' | 'seen'>;
/** Whose callers do not bring the same list again when the server stops. */
const BROUGHT_ONCE: ReadonlySet<ImportOrder['source']> = new Set(['page', 'call']);
const UNSEEN = { onProgress: () => {} };

export interface ImportQueue extends EditTurns {
  /** What the order would do; nothing is written. Throws what the API answers. */
  plan(order: ImportOrder, onProgress: runTurns.OnProgress, signal: AbortSignal): Promise<DryRunAnswer>;
  /** Applies the order at its turn, all or nothing, and keeps its file. Throws 400, 404, 409 and 507. */
  submit(order: ImportOrder, onProgress: runTurns.OnProgress, signal: AbortSignal): Promise<UploadAnswer>;
  /** Takes a run back at its turn, as a run, which `work` forgets where nothing can be. Throws 409 where cancelled. */
  undo<Outcome>(undoes: number, by: Editor, work: RunWorkAs<Outcome>): Promise<Outcome>;
  /** Does the work of a run that is no price list when it is its turn. Throws what the API answers, 409 where it is cancelled. */
  inTurn<Outcome>(run: OtherRun<Outcome>): Promise<Outcome>;
  /** Where a run is under way for too long, throws 503 that names it. */
  edit: EditTurns['edit'];
  /** Looks now after the runs of other processes; never rejects. */
  look(): Promise<void>;
  /** From now on goes on with what other processes hand over; what is no price list is done by these, by kind. */
  takeOver(others: { readonly undo: ContinueRun; readonly crosses: ContinueRun }): void;
  /** Leaves what waits to other processes, and takes nothing over any more; resolves when that is noted. What is under way goes on. */
  handOver(): Promise<void>;
  /** Ends what is under way, marked as interrupted; what waits is left to others or to the next start. */
  stop(): Promise<void>;
  readonly active: runTurns.ActiveRuns;
  readonly turns: runTurns.Turns;
  readonly kept: KeptFiles;
  readonly staged: StagedLists;
}

interface ImportQueueOptions extends runTurns.RunEndOptions {
  /** How long an edit by hand waits for the run under way, ms. */
  readonly editPatience?: number;
  /** How often runs are looked after, ms. */
  readonly lookEvery?: number | undefined;
  /** Where a run that waits for another process says so. */
  readonly say?: (line: string) => void;
}

export function openImportQueue(
  context: Pick<CatalogueContext, 'database' | 'incomingFolder' | 'clock' | 'timeZone' | 'priceTtlDays' | 'log'>,
  kept: KeptFiles,
  { editPatience = EDIT_PATIENCE, lookEvery, say = () => {}, ...options }: ImportQueueOptions = {},
): ImportQueue {
  const { database, clock, priceTtlDays, log } = context;
  const staged = openStagedLists(join(dirname(context.incomingFolder), 'staged'), context.clock);
  const active: runTurns.ActiveRuns = new Map();
  const turns = new runTurns.Turns();
  const ends = runTurns.writeRunEnds(context, options);
  const planning = limitTo(PLANS_AT_A_TIME);
  const worker = openWorker(database);
  const mailEndedRuns = options.mailEndedRuns ?? (async () => {});
  let goOnWith: Readonly<Partial<Record<HandedRun['kind'], ContinueRun>>> | null = null;
  let isLeaving = false;
  const takeOver = async () => {
    for (const run of await listHandedRuns(database.read)) {
      const goOn = goOnWith?.[run.kind];
      if (!goOn || isLeaving) continue;
      worker.begin();
      if (await takeHandedRun(database, { id: run.id, worker: worker.id })) goOnAs(run, goOn(run));
    }
  };
  const lookout = watchWorkers({ ...context, worker, active, mailEndedRuns, takeOver, every: lookEvery });
  /** An embedded database has one writer at a time: behind that of another process a run waits like behind ours. */
  const free = <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
    database.dialect === 'sqlite' ? retryWhileBusy(work, say, { signal }) : work();
  const line: runTurns.RunLine = { active, turns, ends, worker: worker.id, takesOver: () => goOnWith !== null, free };

  const jobOf = ({ settings, preset, known, doubts }: CheckedOrder, list: string) => ({
    staged: list,
    settings,
    today: todayOf(context),
    priceTtlDays,
    preset: preset && headerOf(preset),
    known,
    doubts,
  });

  const applied = (order: ImportOrder, checked: CheckedOrder, runId: number): runTurns.RunWork<UploadAnswer> => {
    // Only newer clients ask for the removal of missing positions.
    const refuseDoubtful =
      order.confirm === 'asked' || (order.confirm === 'plain' && checked.settings.missing !== 'leave');
    const isConfirmed = order.confirm === 'confirmed';
    return async (onProgress, signal) => {
      const list = await stagedWith(order.file.path, onProgress, signal);
      const job = {
        ...jobOf(checked, list),
        runId,
        now: clock(),
        refuseDoubtful,
        isConfirmed,
        isOfProgram: order.source === 'exchange',
        seen: order.seen ?? null,
      };
      return runImport(database, job, afterReading(onProgress), signal);
    };
  };

  /** Reading takes the first part of the progress. */
  const stagedWith = (path: string, onProgress: (progress: ImportProgress) => void, signal: AbortSignal) =>
    staged.of(path, signal, (done) => onProgress({ rows: 0, done: done * READING_SHARE, committing: false }));

  const goOnWithList: ContinueRun = (run) => async (runId, onProgress, signal) => {
    const { fields, confirm, seen } = JSON.parse(run.handed) as HandedOrder;
    const file = await kept.borrow(run.keptFile);
    if (!file) throw notFound('file is not kept');
    try {
      const { uid, who, source } = run;
      const ordered = { path: file.path, originalName: run.fileName, bytes: run.fileBytes };
      const order = { file: ordered, fields, confirm, seen, uid, who, source };
      return await applied(order, await readOrder(context, order), runId)(onProgress, signal);
    } finally {
      await file.release();
    }
  };

  /** Continues a run in the background; only the history shows its outcome. */
  function goOnAs(run: HandedRun, work: RunWorkAs<unknown>): void {
    const abort = new AbortController();
    if (run.isUnwanted) abort.abort(new Error('cancelled'));
    const caller = { ...UNSEEN, signal: abort.signal, later: JSON.parse(run.handed) as object };
    log.info({ runId: run.id }, 'an import run of a process that stopped was taken over');
    runTurns
      .runInTurn(context, line, run.id, caller, (...by) => work(run.id, ...by))
      .catch((error: unknown) =>
        log.warn({ err: error, runId: run.id }, 'an import run that was taken over did not end well'),
      );
  }

  const inTurn: ImportQueue['inTurn'] = async ({ note, later, work }) => {
    if (active.size > WAITING_MAX) throw new HttpError(503, 'too many imports wait');
    worker.begin();
    const runId = await free(() => note(worker.id));
    const caller = { ...UNSEEN, signal: new AbortController().signal, later };
    return runTurns.runInTurn(context, line, runId, caller, (onProgress, signal) => work(runId, onProgress, signal));
  };

  return {
    active,
    turns,
    kept,
    staged,
    look: lookout.look,
    takeOver: (others) => {
      goOnWith = { ...others, file: goOnWithList };
    },
    async handOver() {
      isLeaving = true;
      const runs = [...active.values()].filter(({ canBeHandedOver }) => canBeHandedOver());
      for (const { cancel } of runs) cancel(runTurns.SERVER_STOPS);
      await Promise.all(runs.map(({ ended }) => ended));
    },
    async stop() {
      isLeaving = true;
      // What a look has just taken over is among the runs then.
      await lookout.look();
      const runs = [...active.values()];
      for (const { cancel } of runs) cancel(runTurns.SERVER_STOPS);
      await Promise.all(runs.map(({ ended }) => ended));
      ends.stop();
      await lookout.stop();
    },
    undo: (undoes, by, work) =>
      inTurn({ note: (name) => startUndo(database, undoes, { ...by, worker: name }, clock()), later: {}, work }),
    inTurn,
    edit: (work) => runTurns.editInTurn(database.read, turns, editPatience, work),
    async plan(order, onProgress, signal) {
      const checked = await readOrder(context, order);
      try {
        const report = runTurns.withSpeed(onProgress);
        return await planning(async () => {
          const list = await stagedWith(order.file.path, report, signal);
          return runPlan(database, jobOf(checked, list), afterReading(report), signal);
        });
      } catch (error) {
        throw signal.aborted ? uploadCancelledError() : uploadError(error);
      }
    },
    async submit(order, onProgress, signal) {
      const { uploadId = null, file, uid, who, source, notifies = false, mailTo = null } = order;
      const checked = await readOrder(context, order);
      if (uploadId !== null && (await isUploadIdUsed(database, uploadId))) throw repeatedUploadError();
      if (signal.aborted) throw uploadCancelledError();
      if (active.size > WAITING_MAX) throw new HttpError(503, 'too many imports wait');
      const keptFile = await kept.keep(file.path);
      // The run itself is noted only behind the one that holds the database.
      onProgress({ phase: 'queued', ahead: active.size });
      const { settings, preset, form } = checked;
      const start = { uploadId, uid, who, source, settings, form, keptFile, notifies, mailTo, worker: worker.id };
      const names = { presetId: preset?.id ?? null, fileName: file.originalName, fileBytes: file.bytes };
      worker.begin();
      const runId = await free(() => startRun(database, { ...start, ...names }, clock()), signal);
      const handed: HandedOrder = { fields: order.fields, confirm: order.confirm, seen: order.seen };
      const caller = { onProgress, signal, later: BROUGHT_ONCE.has(source) ? handed : null };
      return runTurns.runInTurn(context, line, runId, caller, applied(order, checked, runId));
    },
  };
}

export const repeatedUploadError = () => conflict('upload id already used');
