import { afterEach, expect, test } from 'vitest';
import { readField } from '../../../contract/fields/field.ts';
import { profileName } from '../../../contract/fields/person-name.ts';
import { ANONYMOUS_BODY_MAX } from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import { openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';
const ADMIN = 'admin@example.ru';

const VALUES: readonly unknown[] = [
  null,
  '',
  ' ',
  '\0',
  'ab\ud800cd',
  0,
  -1,
  1e308,
  true,
  [],
  [ANNA],
  {},
  { toString: 'x' },
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '%_%',
  'я'.repeat(300),
  'x'.repeat(100_000),
  '\ufdfa'.repeat(512),
  'Анна\u2028Bcc: x@y.ru',
  '\u202eавна',
];

const BODIES: readonly unknown[] = [
  [],
  'text',
  1,
  { __proto__: { email: ANNA } },
  { constructor: { prototype: { rank: 'admin' } } },
];

aboveSql('a stranger with nonsense', (open) => {
  let shop: Shop;
  afterEach(() => shop.close());
  const start = async () => {
    shop = await openShop(open);
    await shop.addUser(ADMIN, 'admin');
    await shop.addUser(ANNA);
    return { user: (await shop.begin(ANNA)).access, admin: (await shop.begin(ADMIN)).access };
  };

  test('security 18, 52: no value in any field is a failure, a rank or a session', async () => {
    const { user, admin } = await start();
    for (const value of VALUES) {
      const asks = [
        ['POST', '/signin', { email: value, password: PASSWORD }, undefined],
        ['POST', '/signin', { email: ANNA, password: value }, undefined],
        ['POST', '/signup', { email: value, password: value, name: value, rank: 'admin' }, undefined],
        ['PATCH', '/forgot', { email: value }, undefined],
        ['PATCH', '/password', { password: value, password_2: PASSWORD }, user],
        ['PATCH', '/password', { password: 'another horse', password_2: value }, user],
        ['PATCH', `/admin/user/${ANNA}`, { rank: value ?? 'x', disabled: value ?? 'x' }, admin],
        ['PATCH', '/admin/user/password', { email: value, password: PASSWORD }, admin],
        ['POST', '/admin/user/signup', { email: value, password: PASSWORD }, admin],
        ['DELETE', '/admin/user/signout', { email: value }, admin],
      ] as const;
      for (const [method, path, body, bearer] of asks) {
        const { status, body: answer } = await shop.ask(path, { method, body, bearer });
        const isTooLong = !bearer && Buffer.byteLength(JSON.stringify(body)) > ANONYMOUS_BODY_MAX;
        expect([path, value, status, answer.error]).toEqual([path, value, isTooLong ? 413 : 400, expect.any(String)]);
      }
    }
    for (const body of BODIES)
      for (const [method, path] of [
        ['POST', '/signin'],
        ['POST', '/signup'],
        ['PATCH', '/forgot'],
      ] as const)
        expect((await shop.ask(path, { method, body })).status).toBe(400);
    expect(await shop.mauth.accounts.list()).toMatchObject([{ rank: 'admin' }, { rank: 'user', sessions: 1 }]);
  });

  test('security 41: no text in an address or a query is a failure', async () => {
    const { admin } = await start();
    for (const value of VALUES) {
      const text = encodeURIComponent(
        (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 300),
      );
      const statuses: number[] = [];
      for (const field of ['search', 'last', 'limit', 'search[]'])
        statuses.push((await shop.ask(`/admin/user/?${field}=${text}`, { bearer: admin })).status);
      statuses.push((await shop.ask(`/admin/mail/?last=${text}&limit=${text}`, { bearer: admin })).status);
      for (const path of [`/confirm/${text}`, `/forgot/${text}`]) statuses.push((await shop.ask(path)).status);
      const retry = { method: 'POST', bearer: admin } as const;
      statuses.push((await shop.ask(`/admin/mail/${text}/retry`, retry)).status);
      for (const status of statuses) expect([200, 400, 404]).toContain(status);
    }
  });

  test('security 9: no bearer but a token is let in', async () => {
    await start();
    for (const bearer of ['', 'null', '.', '..', 'a.b.c', 'x'.repeat(5_000), '%00', 'eyJhbGciOiJub25lIn0.e30.'])
      for (const path of ['/access/', '/refresh', '/session/', '/admin/user/', '/admin/mail/'])
        expect((await shop.ask(path, { bearer })).status).toBe(401);
  });

  test('a name that an account may have is one that its profile may have', async () => {
    await start();
    const names = ['Ёлкин Семён', '\u00a8 Анна', 'Анна\u2029Б', '\u202eАнна', 'ﬁ Анна', 'А\u0306нна', '  Ян  '];
    for (const [index, name] of names.entries()) {
      const { status, body } = await shop.signUp(`name${index}@example.ru`, { name });
      if (status === 201) expect(readField(profileName, body.name)).toBe(body.name);
      else expect([status, body.error]).toEqual([400, 'incorrect name']);
    }
  });
});
