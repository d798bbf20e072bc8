import { afterEach, expect, test } from 'vitest';
import { REAUTH_MINUTES } from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import { MINUTE, openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';
const ADMIN = 'admin@example.ru';
const NEW = 'battery staple';
const CONFIRM = { error: 'confirm password' };

aboveSql('a change of what an account is protected by', (open) => {
  let shop: Shop;
  const start = async (settings?: Parameters<typeof openShop>[1]) => {
    shop = await openShop(open, settings);
    await shop.addUser(ADMIN, 'admin');
    await shop.addUser(ANNA);
  };
  afterEach(() => shop.close());

  const change = (bearer: string, password = NEW) =>
    shop.ask('/password', { method: 'PATCH', body: { password, password_2: password }, bearer });
  const confirm = (bearer: string, password: unknown = PASSWORD, address?: string) =>
    shop.ask('/confirm', { method: 'POST', body: { password }, bearer, address });
  const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body];

  test('security 73: an own password changes right after the sign-in and not ten minutes later', async () => {
    await start();
    const { access } = await shop.begin(ANNA);
    shop.time.now += REAUTH_MINUTES * MINUTE - 1;
    expect((await change(access)).status).toBe(200);
    const later = (await shop.signIn(ANNA, NEW)).body;
    shop.time.now += REAUTH_MINUTES * MINUTE;
    expect(outcome(await change(later.access, 'another horse'))).toEqual([403, CONFIRM]);
    expect((await shop.signIn(ANNA, NEW)).status).toBe(200);
  });

  test('security 73: a refresh does not make a session recent, the password does, for this session only', async () => {
    await start();
    const first = await shop.begin(ANNA);
    const second = await shop.begin(ANNA);
    shop.time.now += REAUTH_MINUTES * MINUTE;
    const { access } = (await shop.refresh(first.refresh)).body;
    expect(outcome(await change(access))).toEqual([403, CONFIRM]);
    expect(outcome(await confirm(access))).toEqual([200, { message: 'password confirmed' }]);
    expect(outcome(await change(second.access))).toEqual([403, CONFIRM]);
    expect((await change(access)).status).toBe(200);
    expect(await shop.events()).toContain('password.confirmed');
  });

  test('security 73: an administrator gives the password before ranks and passwords of others change', async () => {
    await start();
    const { access: bearer } = await shop.begin(ADMIN);
    shop.time.now += REAUTH_MINUTES * MINUTE;
    const calls = [
      ['PATCH', `/admin/user/${ANNA}`, { rank: 'admin' }],
      ['PATCH', `/admin/user/${ANNA}`, { disabled: true }],
      ['POST', `/admin/user/${ANNA}/reset`, {}],
      ['PATCH', '/admin/user/password', { email: ANNA, password: NEW }],
    ] as const;
    for (const [method, path, body] of calls)
      expect([path, ...outcome(await shop.ask(path, { method, body, bearer }))]).toEqual([path, 403, CONFIRM]);
    expect((await shop.signIn(ANNA)).status).toBe(200);
    expect((await confirm(bearer)).status).toBe(200);
    const [[method, path, body]] = calls;
    expect((await shop.ask(path, { method, body, bearer })).body).toMatchObject({ rank: 'admin' });
  });

  test('security 73: who may not change anything is told so, not asked for a password', async () => {
    await start();
    const { access: bearer } = await shop.begin(ANNA);
    shop.time.now += REAUTH_MINUTES * MINUTE;
    const rank = await shop.ask(`/admin/user/${ANNA}`, { method: 'PATCH', body: { rank: 'admin' }, bearer });
    expect(outcome(rank)).toEqual([403, { error: 'forbidden' }]);
    expect((await shop.ask('/password', { method: 'PATCH', body: {} })).status).toBe(401);
    expect((await confirm('')).status).toBe(401);
  });

  test('security 73: a password to confirm is guessed at no more often than at a sign-in', async () => {
    await start({ factor: 1 });
    const { access } = await shop.begin(ANNA);
    shop.time.now += REAUTH_MINUTES * MINUTE;
    for (const password of [undefined, 'abc', 12345678, { $ne: null }])
      expect(outcome(await confirm(access, password ?? null))).toEqual([400, { error: 'invalid password' }]);
    for (let guess = 0; guess < 5; guess += 1)
      expect(outcome(await confirm(access, 'wrong horse'))).toEqual([400, { error: 'incorrect password' }]);
    const refused = await confirm(access, 'wrong horse');
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    // The guesses are those of the sign-in: their author has used up both.
    expect((await shop.signIn(ANNA, 'wrong horse')).status).toBe(429);
    expect((await confirm(access, PASSWORD, '192.0.2.9')).status).toBe(200);
    expect((await change(access)).status).toBe(200);
  });

  test('security 73: a stolen token guesses no more from many addresses', async () => {
    await start({ factor: 1 });
    const { access } = await shop.begin(ANNA);
    const times = 30;
    for (let guess = 0; guess < times; guess += 1)
      expect((await confirm(access, 'wrong horse', `192.0.2.${guess}`)).status).toBe(400);
    expect((await confirm(access, 'wrong horse', '198.51.100.1')).status).toBe(429);
  });

  test('security 73: a mailed password is replaced without another question, however long it takes', async () => {
    await start();
    await shop.forgot(ANNA);
    await shop.ask(`/forgot/${await shop.mailedToken(ANNA)}`);
    const { body } = await shop.signIn(ANNA, await shop.mailedPassword(ANNA));
    shop.time.now += 2 * REAUTH_MINUTES * MINUTE;
    expect((await change(body.access)).status).toBe(200);
    shop.time.now += REAUTH_MINUTES * MINUTE;
    const { access } = (await shop.refresh(body.refresh)).body;
    expect(outcome(await change(access, 'another horse'))).toEqual([403, CONFIRM]);
  });

  test('security 73: nobody is asked where REAUTH_MINUTES is 0, and a clock set back asks', async () => {
    await start({ reauthMinutes: 0 });
    const { access, refresh } = await shop.begin(ANNA);
    shop.time.now += 20 * MINUTE;
    expect((await change(access)).status).toBe(200);
    await shop.close();
    await start();
    const again = await shop.begin(ANNA);
    expect(refresh).not.toBe(again.refresh);
    shop.time.now -= 2 * MINUTE;
    const { access: early } = (await shop.refresh(again.refresh)).body;
    expect(outcome(await change(early))).toEqual([403, CONFIRM]);
  });
});
