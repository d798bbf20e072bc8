import type { Failure, FailureKind } from '../api/failure.ts';

const TEXTS: Readonly<Record<FailureKind, string>> = {
  offline: 'Нет связи с\u00a0сервером. Проверьте подключение к\u00a0интернету.',
  login: 'Сеанс завершён. Войдите ещё раз.',
  forbidden: 'Недостаточно прав для этого действия.',
  missing: 'Запись не\u00a0найдена: возможно, её уже удалили.',
  'in-use': 'Запись изменили или она используется. Обновите страницу.',
  'too-large': 'Слишком большой объём данных.',
  busy: 'Сервер сейчас занят. Подождите минуту и\u00a0повторите.',
  refused: 'Сервер не\u00a0принял данные. Проверьте их и\u00a0повторите.',
  server: 'На\u00a0сервере произошла ошибка. Повторите позже.',
};

/** What failed, for a person; `own` texts of a screen stand before the common one, by code of the API. */
export function failureText(failure: Failure, own: Readonly<Record<string, string>> = {}): string {
  return own[failure.code] ?? TEXTS[failure.kind];
}

/** The way on after a failure. */
export const tryAgain = 'Повторить';
