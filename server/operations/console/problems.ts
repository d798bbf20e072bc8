// Failures of a start and of commands, in words for a person.
import { SettingsProblem, type Wording } from '../../../settings/problem.ts';
import { SchemaTooNew, troubleOf } from '../../platform/database/trouble.ts';
import { EmptySecret } from '../../platform/secrets.ts';

/** What keeps the server from running: a line for a person where we know, the whole error otherwise. */
export function startProblem(error: unknown, dataFolder?: string): Wording | { readonly unknown: unknown } {
  for (const one of causesOf(error)) {
    const known = ofOne(one);
    if (known) return known;
  }
  const said = reasonOf(error);
  const trouble = (error as NodeJS.ErrnoException).syscall === 'listen' ? null : troubleOf(error);
  if (trouble === 'full')
    return {
      english: `The disk is full, free some space: ${said}`,
      russian: `Диск заполнен, освободите место: ${said}`,
    };
  if (isBelow(dataFolder, error) || trouble === 'read-only' || trouble === 'broken')
    return {
      english: `The data folder cannot be used: ${said}`,
      russian: `Папка данных${dataFolder ? ` ${dataFolder}` : ''} недоступна, проверьте права и диск: ${said}`,
    };
  if (trouble === 'away')
    return {
      english: `The database cannot be reached: ${said}`,
      russian: `База данных недоступна, проверьте DATABASE_URL и сервер PostgreSQL: ${said}`,
    };
  return { unknown: error };
}

function ofOne(error: unknown): Wording | null {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  if (error instanceof SettingsProblem) return ofSettings(error);
  if (error instanceof DemonstrationDataFound) return { english: message, russian: message };
  if (error instanceof SchemaTooNew)
    return {
      english: message,
      russian: `Данные записаны более новой версией программы: запустите её или восстановите прежнюю копию (${message})`,
    };
  if (error instanceof EmptySecret)
    return { english: message, russian: `Файл ключа пуст: удалите его, и запуск создаст новый (${message})` };
  if (code === 'EADDRINUSE')
    return {
      english: `${message}\nAnother program listens there: choose another PORT.`,
      russian: `PORT: порт занят другой программой. Остановите её или укажите другой PORT (${message})`,
    };
  // An error of an object storage names itself, also in the output of another process.
  if (code === 'STORAGE_AWAY')
    return { english: `The files cannot be reached: ${message}`, russian: `Хранилище файлов недоступно: ${message}` };
  return ofDatabase(code ?? '', message);
}

const ofSettings = ({ message, problems }: SettingsProblem): Wording => ({
  english: `Wrong settings, nothing was started:\n${message}`,
  russian: `Ничего не запущено, исправьте настройки:\n${problems.map(({ russian }) => russian).join('\n')}`,
});

/** States and errors of a connection that a person mends. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DATABASE: readonly (readonly [code: RegExp, english: string, russian: string])[] = [
  [/^28/, 'The database cannot be reached', 'База данных не пускает, проверьте пользователя и пароль в DATABASE_URL'],
  [/^3D000$/, 'The database cannot be reached', 'Такой базы данных нет, создайте её или исправьте DATABASE_URL'],
  [/^42501$/, 'The database does not allow it', 'Пользователю базы данных не хватает прав создавать схемы и таблицы'],
  [
    /CERT|UNABLE_TO_VERIFY|^ERR_TLS/,
    'The certificate of the database is not trusted',
    'Сертификату базы данных нельзя доверять',
  ],
];

function ofDatabase(code: string, message: string): Wording | null {
  const known = DATABASE.find(([pattern]) => pattern.test(code));
  const said = firstLine(message);
  if (known) return { english: `${known[1]}: ${said}`, russian: `${known[2]}: ${said}` };
  return /does not support SSL/.test(said)
    ? {
        english: `The database cannot be reached: ${said}`,
        russian: `База данных не поддерживает SSL, исправьте DATABASE_URL: ${said}`,
      }
    : null;
}

function causesOf(error: unknown): unknown[] {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? [error, ...causesOf(cause)] : [error];
}

function reasonOf(error: unknown): string {
  const { cause, code, message } = error as { cause?: unknown; code?: string; message?: string };
  return cause instanceof Error ? reasonOf(cause) : firstLine((message || code) ?? '');
}

const firstLine = (text: string): string => text.split('\n', 1).join();

const isBelow = (folder: string | undefined, error: unknown): boolean =>
  folder !== undefined && ((error as NodeJS.ErrnoException).path ?? '').startsWith(folder);

/** A first production start found demonstration data, and DEMO=on is not set. */
export class DemonstrationDataFound extends Error {}

/** What was asked for cannot be done; the message is for the person who asked. `code` is how the command ends. */
export class Refused extends Error {
  readonly code: number;

  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

/** The command line itself is wrong. */
export const wrongUsage = (message: string): Refused => new Refused(message, 2);
