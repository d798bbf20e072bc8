import { expect, test } from 'vitest';
import { startProblem } from '../../../server/operations/console/problems.ts';
import { SchemaTooNew } from '../../../server/platform/database/trouble.ts';
import { EmptySecret } from '../../../server/platform/secrets.ts';
import { SettingsProblem } from '../../../settings/problem.ts';

const withCode = (code: string, message: string, besides: object = {}) =>
  Object.assign(new Error(message), { code, ...besides });

test.each<[string, Error, RegExp]>([
  ['a full disk', withCode('ENOSPC', 'ENOSPC: no space left on device'), /^Диск заполнен/],
  ['a read-only disk', withCode('EROFS', 'EROFS: read-only file system'), /^Папка данных/],
  [
    'a key that may not be read',
    withCode('EACCES', 'EACCES: permission denied', { path: '/data/jwt.secret' }),
    /^Папка данных/,
  ],
  ['an empty key', new EmptySecret('/data/jwt.secret is empty'), /^Файл ключа пуст/],
  ['a newer database', new SchemaTooNew('/data/mauth.db', 9, 3), /более новой версией/],
  [
    'a database that is away',
    withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'),
    /^База данных недоступна/,
  ],
  ['a wrong password of the database', withCode('28P01', 'password authentication failed'), /пароль в DATABASE_URL/],
  ['a database that there is not', withCode('3D000', 'database "shop" does not exist'), /^Такой базы данных нет/],
  ['a role without rights', withCode('42501', 'permission denied for database shop'), /не хватает прав/],
  ['a certificate of nobody', withCode('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), /^Сертификату/],
  ['a storage that is away', withCode('STORAGE_AWAY', 'the object storage cannot be reached'), /^Хранилище файлов/],
  ['wrong settings', new SettingsProblem([{ english: 'PORT', russian: 'PORT: указано' }]), /^Ничего не запущено/],
])('%s is told in words, without a stack', (_what, error, russian) => {
  for (const thrown of [error, new Error('the services could not be opened', { cause: error })]) {
    const told = startProblem(thrown, '/data');
    expect('english' in told && told.russian).toMatch(russian);
    expect('english' in told && `${told.english}${told.russian}`).not.toMatch(/\n\s+at /);
  }
});

test('a fault of ours is told whole', () => {
  const fault = new TypeError('x is not a function');
  expect(startProblem(fault, '/data')).toEqual({ unknown: fault });
});
