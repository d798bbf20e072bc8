import { afterEach, expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { DAY, MINUTE, openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'Anna@Example.ru';
const HOUR = 60 * MINUTE;
const NEW = 'battery staple';

aboveSql('a forgotten password', (open) => {
  let shop: Shop;
  const start = async (settings?: Parameters<typeof openShop>[1]) => {
    shop = await openShop(open, settings);
    await shop.addUser(ANNA);
  };
  afterEach(() => shop.close());
  const change = (bearer: string, password: unknown, again: unknown = password) =>
    shop.ask('/password', { method: 'PATCH', bearer, body: { password, password_2: again } });

  test('leads by mail to a password that lets in once, to change it', async () => {
    await start();
    const before = await shop.begin(ANNA);
    expect((await shop.forgot('anna@example.ru')).status).toBe(200);
    expect((await shop.access(before.access)).status).toBe(200);
    expect((await shop.ask(`/forgot/${await shop.mailedToken(ANNA)}`)).status).toBe(200);
    expect((await shop.access(before.access)).status).toBe(401);
    expect((await shop.refresh(before.refresh)).status).toBe(401);
    expect((await shop.signIn(ANNA)).body).toEqual({ error: 'incorrect password' });

    const mailed = await shop.mailedPassword(ANNA);
    expect(mailed).toMatch(/^\w{16}$/);
    const { status, body } = await shop.signIn(ANNA, mailed);
    expect([status, body.mustChangePassword]).toEqual([200, true]);
    expect((await shop.signIn(ANNA, mailed)).body).toEqual({ error: 'incorrect password' });
    expect((await shop.ask('/session/', { bearer: body.access })).status).toBe(403);
    expect((await change(body.access, mailed)).body).toEqual({ error: 'invalid password' });
    expect((await change(body.access, NEW)).status).toBe(200);

    const fresh = await shop.refresh(body.refresh);
    expect(fresh.body.mustChangePassword).toBeUndefined();
    expect((await shop.ask('/session/', { bearer: fresh.body.access })).status).toBe(200);
    expect((await shop.signIn(ANNA, PASSWORD)).status).toBe(400);
    expect((await shop.signIn(ANNA, NEW)).status).toBe(200);
  });

  test('security 10: a guessed, used, old, upper-case or foreign token changes nothing', async () => {
    await start();
    await shop.forgot(ANNA);
    const token = await shop.mailedToken(ANNA);
    const guess = '00000000-0000-4000-8000-000000000000';
    for (const wrong of [guess, token.toUpperCase()])
      expect((await shop.ask(`/forgot/${wrong}`)).body).toEqual({ error: 'invalid recovery token' });
    expect((await shop.ask('/forgot/word')).body).toEqual({ error: 'invalid token' });
    expect((await shop.ask(`/confirm/${token}`)).body).toEqual({ error: 'invalid verification token' });
    const stored = await shop.database.read.selectFrom('mail_tokens').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    shop.time.now += HOUR;
    expect((await shop.ask(`/forgot/${token}`)).status).toBe(400);
    expect((await shop.signIn(ANNA)).status).toBe(200);
  });

  test('security 10: of two uses of a token at once one counts, and a newer link replaces it', async () => {
    await start();
    await shop.forgot(ANNA);
    const first = await shop.mailedToken(ANNA);
    await shop.forgot(ANNA);
    expect((await shop.ask(`/forgot/${first}`)).status).toBe(400);
    const token = await shop.mailedToken(ANNA);
    const both = await Promise.all([shop.ask(`/forgot/${token}`), shop.ask(`/forgot/${token}`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('security 12: a mailed password dies after a day, works once even at once, and is nowhere in clear', async () => {
    await start();
    await shop.forgot(ANNA);
    await shop.ask(`/forgot/${await shop.mailedToken(ANNA)}`);
    const mailed = await shop.mailedPassword(ANNA);
    const events = await shop.database.read.selectFrom('audit_events').selectAll().execute();
    const mails = await shop.database.read.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify([events, mails])).not.toContain(mailed);
    const now = shop.time.now;
    shop.time.now += DAY;
    expect((await shop.signIn(ANNA, mailed)).body).toEqual({ error: 'incorrect password' });
    shop.time.now = now + DAY - 1;
    const both = await Promise.all([shop.signIn(ANNA, mailed), shop.signIn(ANNA, mailed)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('an unknown e-mail is told, and requests are limited', async () => {
    await start({ factor: 1 });
    expect((await shop.forgot('nobody@example.ru')).body).toEqual({ error: 'user not found' });
    const answers = [];
    for (let count = 0; count < 20; count += 1) answers.push(await shop.forgot('nobody@example.ru'));
    expect(answers.at(-1)?.status).toBe(429);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('security 8: a changed password ends the other sessions and the old access token', async () => {
    await start();
    const [other, own] = [await shop.begin(ANNA), await shop.begin(ANNA)];
    expect((await change(own.access, NEW, 'other')).body).toEqual({ error: 'password missmatch' });
    expect((await change(own.access, '1')).body).toEqual({ error: 'invalid password' });
    expect((await change(own.access, NEW)).body).toEqual({ message: 'password changed successfully' });
    expect((await shop.access(own.access)).status).toBe(401);
    expect((await shop.refresh(other.refresh)).status).toBe(401);
    expect((await shop.refresh(own.refresh)).status).toBe(200);
  });

  test("own sessions are listed and ended, nobody else's are", async () => {
    await start();
    await shop.addUser('boris@example.ru');
    const [other, own, boris] = [await shop.begin(ANNA), await shop.begin(ANNA), await shop.begin('boris@example.ru')];
    const { body } = await shop.ask('/session/', { bearer: own.access });
    expect(body.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
    const path = `/session/${body[1].id}`;
    expect((await shop.ask(path, { method: 'DELETE', bearer: boris.access })).status).toBe(404);
    expect((await shop.ask(path, { method: 'DELETE', bearer: own.access })).status).toBe(200);
    expect((await shop.access(other.access)).status).toBe(401);
  });

  test('an administrator lists, ranks, disables and resets, but never himself', async () => {
    await start();
    await shop.addUser('admin@example.ru', 'admin');
    const { access: bearer } = await shop.begin('admin@example.ru');
    const patch = (address: string, body: object) =>
      shop.ask(`/admin/user/${address}`, { method: 'PATCH', bearer, body });
    const list = (query: string) => shop.ask(`/admin/user/${query}`, { bearer });
    expect((await list('?search=ANNA@')).body).toMatchObject([{ email: ANNA, confirmed: true, sessions: 0 }]);
    expect((await list('?search=a%25')).body).toEqual([]);
    expect((await list('?limit=1&last=admin@example.ru')).body).toMatchObject([{ email: ANNA }]);
    expect((await patch('admin@example.ru', { rank: 'user' })).status).toBe(409);
    expect((await patch('nobody@example.ru', { rank: 'user' })).status).toBe(404);
    expect((await patch(ANNA, { rank: 'owner' })).body).toEqual({ error: 'invalid rank' });
    expect((await patch(ANNA, { rank: 'admin' })).body).toMatchObject({ rank: 'admin', disabled: false });
    const anna = await shop.begin(ANNA);
    expect((await patch(ANNA, { disabled: '1' })).body).toMatchObject({ disabled: true, sessions: 0 });
    expect((await shop.access(anna.access)).status).toBe(401);
    expect((await shop.forgot(ANNA)).body).toEqual({ error: 'user not found' });
    await patch(ANNA, { disabled: false });
    expect((await shop.ask(`/admin/user/${ANNA}/reset`, { method: 'POST', bearer })).status).toBe(200);
    expect((await shop.signIn(ANNA, await shop.mailedPassword(ANNA))).body.mustChangePassword).toBe(true);
    const { body } = await shop.ask('/admin/mail/', { bearer });
    expect(body).toMatchObject([{ to: ANNA, kind: 'password', state: 'sent', attempts: 1, problem: null }]);
  });
});
