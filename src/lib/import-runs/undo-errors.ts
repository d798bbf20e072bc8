import type { ImportError, UndoError } from '../../../contract/errors.ts';
import type { Failure } from '../http/failure.ts';
import { type ErrorTexts, failureText } from '../trouble/failure-texts.ts';

/** Refusals of an undo, by code of the API. */
const undoErrors: ErrorTexts<
  UndoError | Extract<ImportError, 'run handed over' | 'too many imports wait' | 'upload cancelled'>
> = {
  'run already undone': 'Эту загрузку уже отменили.',
  'run handed over':
    'Сервер остановлен раньше, чем дошла очередь. Загрузку отменит другой сервер или этот после запуска.',
  'run is not done': 'Отменить можно только загрузку, которая закончилась успешно.',
  'run not found': 'Этой загрузки нет.',
  'too many imports wait': 'В\u00a0очереди слишком много загрузок. Подождите, пока закончатся начатые.',
  'upload cancelled': 'Отмена прервана, ничего не\u00a0изменено.',
};

/** Why a run was not taken back. */
export const undoFailureText = (failure: Failure): string => failureText(failure, undoErrors);
