import type { UploadAnswer } from '../../../../contract/bridge.ts';
import type { DryRunAnswer } from '../../../../contract/import-runs.ts';
import { whenFree } from '../../../database/sqlite/when-free.ts';
import { limitTo } from '../../../files/limit-to.ts';
import { conflict, HttpError } from '../../../http/errors.ts';
import { type BridgeContext, todayOf } from '../../context.ts';
import { uploadCancelled, uploadError } from '../check-form.ts';
import type { Editor } from '../edits/editor.ts';
import { keepLookout } from '../workers/lookout.ts';
import { openWorker } from '../workers/open-worker.ts';
import { type ActiveRuns, SERVER_STOPS } from './active-runs.ts';
import { editInTurn } from './edit-in-turn.ts';
import { runImport, runPlan } from './jobs.ts';
import type { KeptFiles } from './kept-files.ts';
import type { ImportOrder } from './order.ts';
import { type CheckedOrder, readOrder } from './read-order.ts';
import { type RunEndOptions, writeRunEnds } from './run-ends.ts';
import { startRun, startUndo, wasUsed } from './runs.ts';
import { Turns } from './turns.ts';
import { type Line, type OnProgress, progressOf, type RunWork, runInTurn } from './under-way.ts';

/** Runs that may wait for their turn; what comes beyond them is refused. */
const WAITING_MAX = 50;
/** How long an edit by hand waits for the run under way, ms: less than a page waits for its answer. */
const EDIT_PATIENCE = 8_000;
/** Dry runs at a time: each takes a process, a thread and a database of its own. */
const PLANS_AT_A_TIME = 1;

/** What is done as the run `runId`. */
type WorkAs<Outcome> = (runId: number, ...by: Parameters<RunWork<Outcome>>) => Promise<Outcome>;

/** Where price lists are handed in, whoever brings them: dry runs, and runs in turn. */
export interface ImportDesk {
  /** What the order would do; nothing is written. Throws what the API answers. */
  plan(order: ImportOrder, onProgress: OnProgress, signal: AbortSignal): Promise<DryRunAnswer>;
  /**
   * Applies the order when it is its turn, all of it or nothing, and keeps its file for the history. Throws what the API
   * answers: 400, 404, 409 for a used upload id, a cancelled run, or one that looks wrong and is not confirmed, 507.
   */
  submit(order: ImportOrder, onProgress: OnProgress, signal: AbortSignal): Promise<UploadAnswer>;
  /**
   * Takes a run back when it is the turn of that, as a run of its own: `work` does it, and forgets that run where there is
   * nothing to take back. Throws what the API answers, 409 where somebody cancels it.
   */
  undo<Outcome>(undoes: number, by: Editor, work: WorkAs<Outcome>): Promise<Outcome>;
  /**
   * Does the work of a run that is no price list when it is the turn of that; `note` writes down that it waits, with the
   * name of this process, and answers its id. Throws what the API answers, 409 where somebody cancels it.
   */
  inTurn<Outcome>(note: (worker: string) => Promise<number>, work: WorkAs<Outcome>): Promise<Outcome>;
  /** Does an edit by hand between the runs; where one is under way for too long, throws 503 that names it. */
  edit<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Looks now after the runs of other processes; never rejects. */
  look(): Promise<void>;
  /** Ends everything that waits or is under way, for the stop of the server; the runs are marked as interrupted. */
  stop(): Promise<void>;
  readonly active: ActiveRuns;
  readonly turns: Turns;
  readonly kept: KeptFiles;
}

export interface DeskOptions extends RunEndOptions {
  /** How long an edit by hand waits for the run under way, ms. */
  readonly editPatience?: number;
  /** How often runs are looked after, ms. */
  readonly lookEvery?: number | undefined;
  /** Where a run that waits for another process says so. */
  readonly say?: (line: string) => void;
}

export function openDesk(
  context: Pick<BridgeContext, 'database' | 'clock' | 'timeZone' | 'priceTtlDays' | 'log'>,
  kept: KeptFiles,
  { editPatience = EDIT_PATIENCE, lookEvery, say = () => {}, ...options }: DeskOptions = {},
): ImportDesk {
  const { database, clock, priceTtlDays } = context;
  const active: ActiveRuns = new Map();
  const turns = new Turns();
  const ends = writeRunEnds(context, options);
  const planning = limitTo(PLANS_AT_A_TIME);
  const worker = openWorker(database);
  const tellEnded = options.tellEnded ?? (async () => {});
  const lookout = keepLookout({ ...context, worker, active, tellEnded, every: lookEvery });
  /** An embedded database has one writer at a time: behind that of another process a run waits like behind ours. */
  const free = <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
    database.dialect === 'sqlite' ? whenFree(work, say, { signal }) : work();
  const line: Line = { active, turns, ends, worker: worker.id, free };

  const jobOf = ({ settings, preset, known }: CheckedOrder, file: string) => ({
    file,
    settings,
    today: todayOf(context),
    priceTtlDays,
    preset: preset && { name: preset.name, headers: preset.headers },
    known,
  });

  const applied = (order: ImportOrder, checked: CheckedOrder, runId: number): RunWork<UploadAnswer> => {
    // Whoever wishes that missing positions go is no client of the first API.
    const refuseDoubtful =
      order.confirm === 'asked' || (order.confirm === 'plain' && checked.settings.missing !== 'leave');
    return (onProgress, signal) => {
      const job = { ...jobOf(checked, order.file.path), runId, now: clock(), refuseDoubtful };
      return runImport(database, job, onProgress, signal);
    };
  };

  const inTurn: ImportDesk['inTurn'] = async (note, work) => {
    if (active.size > WAITING_MAX) throw new HttpError(503, 'too many imports wait');
    worker.begin();
    const runId = await free(() => note(worker.id));
    const caller = { onProgress: () => {}, signal: new AbortController().signal };
    return runInTurn(context, line, runId, caller, (onProgress, signal) => work(runId, onProgress, signal));
  };

  return {
    active,
    turns,
    kept,
    look: lookout.look,
    async stop() {
      const runs = [...active.values()];
      for (const { cancel } of runs) cancel(SERVER_STOPS);
      await Promise.all(runs.map(({ ended }) => ended));
      ends.stop();
      await lookout.stop();
    },
    undo: (undoes, by, work) =>
      inTurn((name) => startUndo(database, undoes, { ...by, worker: name }, clock()), work),
    inTurn,
    edit: (work) => editInTurn(database.read, turns, editPatience, work),
    async plan(order, onProgress, signal) {
      const checked = await readOrder(context, order);
      try {
        return await planning(() =>
          runPlan(database, jobOf(checked, order.file.path), progressOf(onProgress), signal),
        );
      } catch (error) {
        throw signal.aborted ? uploadCancelled() : uploadError(error);
      }
    },
    async submit(order, onProgress, signal) {
      const { uploadId = null, file, uid, who, source, notifies = false, mailTo = null } = order;
      const checked = await readOrder(context, order);
      if (uploadId !== null && (await wasUsed(database, uploadId))) throw repeatedUpload();
      if (signal.aborted) throw uploadCancelled();
      if (active.size > WAITING_MAX) throw new HttpError(503, 'too many imports wait');
      const keptFile = await kept.keep(file.path);
      // The run itself is noted only behind the one that holds the database.
      onProgress({ phase: 'queued', ahead: active.size });
      const { settings, preset } = checked;
      const start = {
        uploadId,
        uid,
        who,
        source,
        settings,
        presetId: preset?.id ?? null,
        keptFile,
        notifies,
        mailTo,
        worker: worker.id,
      };
      const names = { fileName: file.originalName, fileBytes: file.bytes };
      worker.begin();
      const runId = await free(() => startRun(database, { ...start, ...names }, clock()), signal);
      const caller = { onProgress, signal };
      return runInTurn(context, line, runId, caller, applied(order, checked, runId));
    },
  };
}

export const repeatedUpload = () => conflict('upload id already used');
