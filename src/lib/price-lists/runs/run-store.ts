// State of the pages of runs (a run = one import of a price list, an undo, or a correction by hand): the history, one
// run, and what it changed.
import * as columns from '../../../../contract/catalogue/columns.ts';
import type { RunChange } from '../../../../contract/catalogue/run-changes.ts';
import type { RunRow } from '../../../../contract/catalogue/runs.ts';
import { HIDDEN } from '../../../../contract/catalogue/words.ts';
import type { ImportError, UndoError } from '../../../../contract/errors.ts';
import { formatNumber, formatPrice } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';
import { type ErrorTexts, failureText } from '../../platform/failure-texts.ts';
import { attempt, type Failure } from '../../platform/http-client.ts';
import { createCursorList } from '../../ui/cursor-list.ts';
import { createLoaded } from '../../ui/loaded.ts';
import { upload, uploadFailureText } from '../upload/upload-texts.ts';
import { runReport } from './history-texts.ts';
import type { RunCalls } from './run-calls.ts';

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
    cancel: () => change(() => calls.cancel(id)),
    /** The person wants a mail at its end, or none after all; the answer says what failed. */
    mail: (wanted: boolean) => change(() => calls.mail(id, wanted)),
    leave,
  };
}

/** Why a run failed, for a person: the service keeps a code where it has no words of its own. */
export const runErrorText = (error: string): string => uploadFailureText({ kind: 'server', code: error, facts: {} });

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

export const undoFailureText = (failure: Failure): string => failureText(failure, undoErrors);

/** How well the titles of its price list are read. */
export const createReading = (calls: Pick<RunCalls, 'reading'>, id: number) =>
  createLoaded((signal) => calls.reading(id, signal));

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

/** What differs, or what a new position has, with labels. Units are those of the table: kopecks, hundredths. */
export function changedCells({ before, after }: RunChange): ChangedCell[] {
  return columns.POSITION_NAMES.filter((name) => name in after && labelOf(name) !== '').flatMap((name) => {
    const text = valueText(name, after[name] ?? null);
    if (before !== null) return { label: labelOf(name), before: valueText(name, before[name] ?? null), after: text };
    return NAMING.has(name) || isBlank(after[name]) ? [] : { label: labelOf(name), before: null, after: text };
  });
}

const isBlank = (value: unknown): boolean => value === null || value === '' || value === 0;

function labelOf(name: columns.PositionColumnName): string {
  if (name === 'provider_id') return upload.provider;
  return name === 'price' ? columns.POSITION_COLUMNS.price.label : columns.labelWithUnit(name);
}

function valueText(name: columns.PositionColumnName, value: string | number | null): string {
  if (name === 'hidden') return runReport.shown[Number(value ?? HIDDEN.shown)] ?? '';
  const { imported }: columns.PositionColumn = columns.POSITION_COLUMNS[name];
  if (name === 'price') return formatPrice(hundredths(value)) ?? runReport.noPrice;
  if (value === null || value === '') return '—';
  if (imported?.as === 'size') return formatNumber(hundredths(value));
  return typeof value === 'number' ? formatNumber(value) : value;
}

const hundredths = (value: string | number | null): string => (Number(value ?? 0) / 100).toFixed(2);
