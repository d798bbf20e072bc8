// Texts of failed calls, for every screen.
import { DISK_BROKEN, DISK_FULL, DISK_READ_ONLY } from '../../../contract/api.ts';
import type { CommonError, DiskError, WordedError } from '../../../contract/errors.ts';
import { NAME_MAX } from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { Failure, FailureKind } from './http-client.ts';
import { paths, type Why } from './paths.ts';

const DISK_TEXT = typographed('Сервер не может сохранить изменения. Сообщите администратору.');

const DISK_TEXTS = typographed<Readonly<Record<DiskError, string>>>({
  [DISK_FULL]: 'На сервере закончилось место, сохранить не удалось. Сообщите администратору.',
  [DISK_READ_ONLY]: 'На сервере запрещена запись, сохранить не удалось. Сообщите администратору.',
  [DISK_BROKEN]: DISK_TEXT,
});

const TEXTS = typographed<Readonly<Record<FailureKind, string>>>({
  offline: 'Нет связи с сервером. Проверьте подключение к интернету.',
  login: 'Сеанс завершён. Войдите ещё раз.',
  forbidden: 'Недостаточно прав для этого действия.',
  missing: 'Запись не найдена: возможно, её уже удалили.',
  'in-use': 'Запись изменили или она используется. Обновите страницу.',
  'too-large': 'Слишком большой объём данных.',
  busy: 'Сервер сейчас занят. Подождите минуту и повторите.',
  disk: DISK_TEXT,
  refused: 'Сервер не принял данные. Проверьте их и повторите.',
  server: 'На сервере произошла ошибка. Повторите позже.',
});

const WORDED = typographed<Readonly<Record<WordedError, string>>>({
  'confirm password': 'Изменение не сохранено: пароль не подтверждён.',
  'second factor not set up': 'Сначала включите двухэтапный вход в личном кабинете.',
  ...DISK_TEXTS,
});

/** The texts of a screen: one for each of its own errors, and common ones that it says in other words. */
export type ErrorTexts<Own extends string> = Readonly<Record<Own, string> & Partial<Record<CommonError, string>>>;

/** What failed, for a person, '' for nothing; `own` texts of a screen stand before the common one, by code of the API. */
export function failureText(failure: Failure | null, own: Readonly<Record<string, string>> = {}): string {
  if (failure === null) return '';
  return own[failure.code] ?? commonText(failure.code) ?? TEXTS[failure.kind];
}

/** What a screen itself says of a code, or ''. */
export const ownText = (own: Readonly<Record<string, string>>, code: string): string => own[code] ?? '';

/** The text of a refusal whose status would mislead; undefined for any other code. */
export const commonText = (code: string): string | undefined => (WORDED as Readonly<Record<string, string>>)[code];

const WHY: Readonly<Partial<Record<Failure['kind'], Why>>> = { login: 'login', forbidden: 'forbidden' };

/** Leaves a page that could not be loaded for the sign-in page, which says why and leads back here. */
export function leaveToAuth(failure: Pick<Failure, 'kind'>): void {
  location.replace(paths.signIn(WHY[failure.kind] ?? 'failed', location.pathname + location.search));
}

export const tryAgain = 'Повторить';

export const nameMistake = typographed(
  `Проверьте имя: одна строка, не больше ${NAME_MAX} знаков, без адресов и ссылок.`,
);

export const pageParts = typographed({
  loading: 'Загружаем…',
  notLoaded: 'Эта часть страницы не загрузилась. Проверьте подключение к интернету.',
  faulty: 'Эта часть страницы не показалась из-за ошибки. Если повтор не поможет, сообщите администратору.',
} as const);

export const downloads = typographed({ downloading: 'Готовим файл…', downloadFailed: 'Файл не получен.' } as const);
