import { expect, test } from 'vitest';
import { databaseOf, readConfig } from '../../../server/operations/config/config.ts';
import { serversOf } from '../../../settings/checks.ts';
import { SettingsProblem } from '../../../settings/problem.ts';
import { settingsReport } from '../../../settings/report.ts';

test('an empty environment gives the demonstration on loopback with the embedded database', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', demo: true });
  expect(config.services).toEqual(['mauth', 'bridge', 'informator', 'mnote']);
  expect(databaseOf(config, 'bridge')).toMatchObject({ dialect: 'sqlite' });
});

test('production has no demonstration unless it is asked for', () => {
  expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', DEMO: 'on' }).demo).toBe(true);
});

test('a way to run that is none of the known ones stops the start, with the one that is meant', () => {
  for (const known of ['', ' ', 'production', 'development', 'test']) readConfig({ NODE_ENV: known });
  const expected = 'NODE_ENV must be production, development, test or empty, not';
  for (const [wrong, meant] of [
    ['Production', 'production'],
    ['PRODUCTION', 'production'],
    ['prod', 'production'],
    ['dev', 'development'],
    ['Testing', 'test'],
  ] as const)
    expect(() => readConfig({ NODE_ENV: wrong })).toThrow(`${expected} "${wrong}": did you mean ${meant}?`);
  expect(() => readConfig({ NODE_ENV: 'live' })).toThrow(`${expected} "live"`);
});

test('DATABASE_URL puts every service into a schema of its own', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://shop@db.example.test/shop' });
  expect(databaseOf(config, 'mauth')).toEqual({
    dialect: 'postgres',
    url: 'postgres://shop@db.example.test/shop',
    schema: 'mauth',
  });
});

test('DATABASE_URL may name several servers of one database', () => {
  const several = 'postgres://shop:word@one.test,two.test:5433/shop?target_session_attrs=read-write';
  expect(readConfig({ DATABASE_URL: several }).databaseUrl).toBe(several);
  expect(serversOf(several)).toEqual(['postgres://shop:word@one.test/shop', 'postgres://shop:word@two.test:5433/shop']);
  expect(serversOf('postgres://shop@one.test/shop')).toEqual(['postgres://shop@one.test/shop']);
  for (const wrong of ['postgres://one.test,/shop', 'postgres://one.test,two:port/shop'])
    expect(() => readConfig({ DATABASE_URL: wrong })).toThrow(/^DATABASE_URL /);
});

test('the first administrator must be able to sign in', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'somebody', ADMIN_PASSWORD: 'short' })).toThrow(
    /^ADMIN_EMAIL .*somebody\nADMIN_PASSWORD .*8/,
  );
  expect(() => readConfig({ ADMIN_EMAIL: 'a@example.test', ADMIN_PASSWORD: 'long enough' })).not.toThrow();
});

test('a process without the auth service must be told where it is', () => {
  expect(() => readConfig({ SERVICES: 'bridge' })).toThrow(/^PUBLIC_MAUTH_URL /);
  for (const name of ['PUBLIC_MAUTH_URL', 'SITE_URL']) {
    expect(readConfig({ SERVICES: 'bridge', [name]: 'https://shop.example' }).services).toEqual(['bridge']);
  }
});

test('every wrong value is told at once, each in a line that names its variable', () => {
  const wrong = {
    PORT: 'eighty',
    TIME_ZONE: 'Mars/Base',
    DATABASE_URL: 'mysql://x',
    SERVICES: 'bridge,shop',
    DEMO: 'maybe',
    CORS_ORIGINS: 'https://shop.example, not a site',
  };
  expect(() => readConfig(wrong)).toThrow(SettingsProblem);
  try {
    readConfig(wrong);
  } catch (error) {
    const lines = (error as Error).message.split('\n');
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(wrong).sort());
  }
});

test('what stands in pages is one line of plain text, whatever is written in it', () => {
  const names = ['SITE_NAME', 'COMPANY_PHONE', 'COMPANY_EMAIL', 'COMPANY_ADDRESS', 'DELIVERY_COMPANIES'];
  for (const name of names) {
    for (const value of ['a\nb', 'a\u0000b', 'a\u2028b', 'a\u{e000}b'])
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be one line of text`);
  }
  const siteName = `{{#x}} $& <script> "q" 'a' {`;
  expect(readConfig({ SITE_NAME: siteName })).toMatchObject({ siteName });
});

test('a short secret is refused', () => {
  expect(() => readConfig({ JWT_SECRET: 'secret' })).toThrow(/JWT_SECRET must have at least 16 characters/);
});

test('security 59: a place for files that the program could not use is refused in one line, and no key is shown', () => {
  const storage = { FILES_ENDPOINT: 'https://s3.example/', FILES_KEY: 'id', FILES_SECRET: 'of the key' };
  for (const FILES_URL of [
    's3://',
    'https://bucket',
    's3://key:secret@host/bucket',
    's3://parts?endpoint=x',
    's3://a/../b',
  ])
    expect(() => readConfig({ ...storage, FILES_URL })).toThrow(/^FILES_URL must be like s3:\/\/bucket .*$/);
  expect(() => readConfig({ FILES_URL: 's3://parts' })).toThrow(
    'FILES_ENDPOINT must be given with FILES_URL\nFILES_KEY must be given with FILES_URL\nFILES_SECRET must be given',
  );
  for (const FILES_URL of ['', ' ']) expect(readConfig({ FILES_URL }).objectStorage).toBeNull();
  expect(readConfig({ ...storage, FILES_URL: 's3://parts/shop/one/' }).objectStorage).toEqual({
    endpoint: 'https://s3.example',
    region: 'us-east-1',
    bucket: 'parts',
    prefix: 'shop/one/',
    key: 'id',
    secret: 'of the key',
  });
  expect(settingsReport({ ...storage, FILES_URL: 's3://parts' })).not.toMatch(/ id |of the key/);
});

test.each<[string, string, RegExp]>([
  ['COMPANY_EMAIL', 'позвоните нам', /e-mail address, not "позвоните нам"/],
  ['COMPANY_EMAIL', 'one@shop.example, two@shop.example', /e-mail address/],
  ['COMPANY_PHONE', 'уточняйте', /at least 5 digits, not "уточняйте"/],
  ['MAIL_FROM', 'one@shop.example,two@shop.example', /e-mail address/],
  ['SMTP_URL', 'smtp:mail.example', /begins with smtp:\/\//],
  ['SMTP_URL', 'smtp://:587', /begins with|mail server/],
  ['SITE_URL', 'https:shop.example', /begins with http:\/\/ or https:\/\//],
  ['SITE_URL', 'https://shop.example/?from=mail', /without anything behind/],
  ['PUBLIC_BRIDGE_URL', 'https://user:word@shop.example', /without a user/],
  ['CORS_ORIGINS', 'https:shop.example', /no site/],
  ['EXCHANGE_LOGIN', 'accountant', /^EXCHANGE_PASSWORD must be given with EXCHANGE_LOGIN/],
  ['DATABASE_READ_URL', 'postgres://replica/shop', /^DATABASE_URL must be given with DATABASE_READ_URL/],
])('%s=%s, which would be found out at its first use, is refused', (name, value, reason) => {
  expect(() => readConfig({ [name]: value })).toThrow(reason);
});

test('every wrong setting is told in Russian as well, with what was given and without a password', () => {
  const wrong = { PORT: 'восемьдесят', JWT_SECRET: 'короткий', FILES_URL: 's3:/id:of-the-key@host', TIME_ZONE: 'Марс' };
  try {
    readConfig(wrong);
    expect.unreachable();
  } catch (error) {
    const lines = (error as SettingsProblem).problems.map(({ russian }) => russian);
    expect(lines[0]).toBe('PORT: указано «восемьдесят», а должно быть: целое число от 0 до 65535');
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+: .*должно быть: \S/);
    expect(lines.join()).not.toMatch(/короткий|of-the-key/);
  }
});
