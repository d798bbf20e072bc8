import type { RunRow } from '../../../../contract/catalogue/runs.ts';
import type { ImportError, UndoError } from '../../../../contract/errors.ts';
import { typographed } from '../../../../rules/format/texts.ts';
import { attempt, type ErrorTexts, type Failure, failureText } from '../../platform/http-client.ts';
import { createCursorList } from '../../ui/cursor-list.ts';
import { createLoaded } from '../../ui/loaded.ts';
import { uploadFailureText } from '../upload/upload-texts.ts';
import type { RunCalls } from './run-calls.ts';

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
