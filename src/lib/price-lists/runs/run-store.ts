import {
  labelWithUnit,
  POSITION_COLUMNS,
  POSITION_NAMES,
  type PositionColumn,
  type PositionColumnName,
} from '../../../../contract/catalogue/columns.ts';
import type {
  RunAnswer,
  RunChange,
  RunChangesPage,
  RunPage,
  RunRow,
  UndoAnswer,
} from '../../../../contract/catalogue/runs.ts';
import { HIDDEN } from '../../../../contract/catalogue/words.ts';
import type { ImportError, UndoError } from '../../../../contract/errors.ts';
import { formatNumber, formatPrice, typographed } from '../../../../rules/format/texts.ts';
import { attempt, type ErrorTexts, type Failure, failureText } from '../../platform/http-client.ts';
import { bridge } from '../../platform/session.ts';
import { createCursorList } from '../../ui/cursor-list.ts';
import { createLoaded } from '../../ui/loaded.ts';
import { uploadFailureText } from '../upload/upload-texts.ts';
import { runReport } from './history-texts.ts';

/** Whether a run is still to end. */
export const isUnderWay = ({ outcome }: Pick<RunRow, 'outcome'>): boolean =>
  outcome === 'queued' || outcome === 'running';

/** The history of import runs, newest first; those under way are kept up to date. */
export function createRuns(calls: Pick<RunCalls, 'list'>) {
  const list = createCursorList(
    { page: (_all: null, cursor, signal) => calls.list(cursor, signal), rowsOf: ({ runs }) => runs },
    null,
  );
  return {
    $list: list.$list,
    load: () => list.search(null),
    refresh: () => list.renew((run, last) => run.id < last.id),
    more: list.more,
    leave: list.leave,
  };
}

/** One run, kept up to date while it is under way. */
export function createRun(calls: Pick<RunCalls, 'run' | 'cancel' | 'mail'>, id: number) {
  const { $loaded, shown, load, refresh, leave } = createLoaded((signal) => calls.run(id, signal));

  async function change(call: () => Promise<void>): Promise<Failure | null> {
    const failure = await attempt(call);
    // Where that failed it may have ended just before: the page shows how.
    await load();
    return failure;
  }

  return {
    $run: $loaded,
    load,
    /** Asks anew while the run is under way; what is shown stays when that fails. */
    async refresh(): Promise<void> {
      const run = shown();
      if (run && isUnderWay(run)) await refresh();
    },
    /** Stops the run; the answer says what failed. */
    cancel: () => change(() => calls.cancel(id)),
    /** The person wants a mail at its end, or none after all; the answer says what failed. */
    mail: (wanted: boolean) => change(() => calls.mail(id, wanted)),
    leave,
  };
}

/** Why a run failed, for a person: the service keeps a code where it has no words of its own. */
export const runErrorText = (error: string): string => uploadFailureText({ kind: 'server', code: error, facts: {} });

/** Refusals of an undo, by code of the API. */
const undoErrors = typographed<
  ErrorTexts<UndoError | Extract<ImportError, 'run handed over' | 'too many imports wait' | 'upload cancelled'>>
>({
  'run already undone': 'Эту загрузку уже отменили.',
  'run handed over':
    'Сервер остановлен раньше, чем дошла очередь. Загрузку отменит другой сервер или этот после запуска.',
  'run is not done': 'Отменить можно только загрузку, которая закончилась успешно.',
  'run not found': 'Этой загрузки нет.',
  'too many imports wait': 'В очереди слишком много загрузок. Подождите, пока закончатся начатые.',
  'upload cancelled': 'Отмена прервана, ничего не изменено.',
});

/** Why a run was not taken back. */
export const undoFailureText = (failure: Failure): string => failureText(failure, undoErrors);

/** What a run has changed, narrowed by how an article begins. */
export const createChanges = (calls: Pick<RunCalls, 'changes'>, id: number) =>
  createCursorList(
    {
      page: (query: string, cursor, signal) => calls.changes(id, query, cursor, signal),
      rowsOf: ({ changes }) => changes,
    },
    '',
  );

export type Changes = ReturnType<typeof createChanges>;

/** One column of a position before and after; `before` is null for a new position. */
interface ChangedCell {
  readonly label: string;
  readonly before: string | null;
  readonly after: string;
}

/** Stand beside the changes of a new position anyway. */
const NAMING: ReadonlySet<string> = new Set(['article', 'title']);

/**
 * The values of a change that a person understands, with their labels: what differs, or what a new position has. The
 * units are those of the table: kopecks, hundredths.
 */
export function changedCells({ before, after }: RunChange): ChangedCell[] {
  return POSITION_NAMES.filter((name) => name in after && labelOf(name) !== '').flatMap((name) => {
    const text = valueText(name, after[name] ?? null);
    if (before !== null) return { label: labelOf(name), before: valueText(name, before[name] ?? null), after: text };
    return NAMING.has(name) || isBlank(after[name]) ? [] : { label: labelOf(name), before: null, after: text };
  });
}

const isBlank = (value: unknown): boolean => value === null || value === '' || value === 0;

const labelOf = (name: PositionColumnName): string =>
  name === 'price' ? POSITION_COLUMNS.price.label : labelWithUnit(name);

function valueText(name: PositionColumnName, value: string | number | null): string {
  if (name === 'hidden') return runReport.shown[Number(value ?? HIDDEN.shown)] ?? '';
  const { imported }: PositionColumn = POSITION_COLUMNS[name];
  if (name === 'price') return formatPrice(hundredths(value)) ?? runReport.noPrice;
  if (value === null || value === '') return '—';
  if (imported?.as === 'size') return formatNumber(hundredths(value));
  return typeof value === 'number' ? formatNumber(value) : value;
}

const hundredths = (value: string | number | null): string => (Number(value ?? 0) / 100).toFixed(2);

/** Files of a run; `file` is the price list itself. */
export type RunFile = 'file' | 'errors.xlsx' | 'changes.xlsx';

const ofRun = (id: number): string => `import/runs/${id}`;

/** The calls of the history of runs. All throw what ky throws, or SessionEnded. */
export const runCalls = {
  /** One page, newest first; `cursor` is `next` of the page before, null for the first. */
  list(cursor: string | null, signal?: AbortSignal): Promise<RunPage> {
    return bridge.get('import/runs', { searchParams: cursor === null ? {} : { cursor }, signal }).json<RunPage>();
  },
  run: (id: number, signal?: AbortSignal): Promise<RunAnswer> => bridge.get(ofRun(id), { signal }).json<RunAnswer>(),
  changes(id: number, query: string, cursor: string | null, signal?: AbortSignal): Promise<RunChangesPage> {
    const searchParams = { ...(query && { query }), ...(cursor && { cursor }) };
    return bridge.get(`${ofRun(id)}/changes`, { searchParams, signal }).json<RunChangesPage>();
  },
  /** A long one may take a while, so nothing times it out. */
  file: (id: number, file: RunFile): Promise<Blob> => bridge.get(`${ofRun(id)}/${file}`, { timeout: false }).blob(),
  /** What an undo would restore; nothing is changed. */
  checkUndo: (id: number): Promise<UndoAnswer> =>
    bridge.post(`${ofRun(id)}/undo`, { searchParams: { dryRun: 1 }, timeout: false, retry: 0 }).json<UndoAnswer>(),
  undo: (id: number): Promise<UndoAnswer> =>
    bridge.post(`${ofRun(id)}/undo`, { timeout: false, retry: 0 }).json<UndoAnswer>(),
  /** The caller wants a mail at its end, or none after all. */
  async mail(id: number, wanted: boolean): Promise<void> {
    await (wanted ? bridge.post(`${ofRun(id)}/mail`) : bridge.delete(`${ofRun(id)}/mail`));
  },
  async cancel(id: number): Promise<void> {
    await bridge.delete(ofRun(id), { timeout: false });
  },
};
export type RunCalls = typeof runCalls;
