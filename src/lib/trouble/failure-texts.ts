import { DISK_BROKEN, DISK_FULL, DISK_READ_ONLY } from '../../../contract/storage.ts';
import type { Failure, FailureKind } from '../http/failure.ts';

const DISK_TEXT = 'Сервер не\u00a0может сохранить изменения. Сообщите администратору.';

/** States of the server's disk, by code of the API. */
const DISK_TEXTS: Readonly<Record<string, string>> = {
  [DISK_FULL]: 'На\u00a0сервере закончилось место, сохранить не\u00a0удалось. Сообщите администратору.',
  [DISK_READ_ONLY]: 'На\u00a0сервере запрещена запись, сохранить не\u00a0удалось. Сообщите администратору.',
  [DISK_BROKEN]: DISK_TEXT,
};

const TEXTS: Readonly<Record<FailureKind, string>> = {
  offline: 'Нет связи с\u00a0сервером. Проверьте подключение к\u00a0интернету.',
  login: 'Сеанс завершён. Войдите ещё раз.',
  forbidden: 'Недостаточно прав для этого действия.',
  missing: 'Запись не\u00a0найдена: возможно, её уже удалили.',
  'in-use': 'Запись изменили или она используется. Обновите страницу.',
  'too-large': 'Слишком большой объём данных.',
  busy: 'Сервер сейчас занят. Подождите минуту и\u00a0повторите.',
  disk: DISK_TEXT,
  refused: 'Сервер не\u00a0принял данные. Проверьте их и\u00a0повторите.',
  server: 'На\u00a0сервере произошла ошибка. Повторите позже.',
};

/** What failed, for a person; `own` texts of a screen stand before the common one, by code of the API. */
export function failureText(failure: Failure, own: Readonly<Record<string, string>> = {}): string {
  return own[failure.code] ?? diskText(failure.code) ?? TEXTS[failure.kind];
}

/** What is wrong with the server's disk; undefined for any other code. */
export const diskText = (code: string): string | undefined => DISK_TEXTS[code];

/** The way on after a failure. */
export const tryAgain = 'Повторить';
