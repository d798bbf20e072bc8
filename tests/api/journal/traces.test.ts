import { afterEach, expect, test } from 'vitest';
import { BY_COMMAND_LINE } from '../../../contract/journal/events.ts';
import { aboveSql } from '../../support/databases.ts';
import { email, MINUTE, openShop, PASSWORD, type Shop } from '../accounts/shop.ts';
import { journal, journalOf } from './journal.ts';

const ANNA = 'anna@example.ru';
const ADMIN = 'admin@example.ru';
const FROM = '192.0.2.7';

aboveSql('the journal', (open) => {
  let shop: Shop;
  afterEach(() => shop.close());
  const start = async (settings?: Parameters<typeof openShop>[1]) => {
    shop = await openShop(open, settings);
    await shop.addUser(ADMIN, 'admin');
    await shop.addUser(ANNA);
    return (await shop.begin(ADMIN)).access;
  };

  test('security 53: tells of every failed sign-in why, to which account and from where, never the password', async () => {
    await start();
    await shop.signUp('new@example.ru');
    await shop.mauth.accounts.create({
      ...{ email: email('off@example.ru'), password: PASSWORD, name: null, rank: 'user' },
    });
    await shop.mauth.accounts.setStanding(email('off@example.ru'), { disabled: true });
    await shop.signIn('nobody@example.ru', 'some password', FROM);
    await shop.signIn(ANNA, 'wrong password', FROM);
    await shop.signIn('new@example.ru', PASSWORD, FROM);
    await shop.signIn('off@example.ru', PASSWORD, FROM);
    const failed = await journalOf(shop, 'signin.failed');
    expect(failed.map(({ target, client, details }) => [target, client, details.reason])).toEqual([
      ['nobody@example.ru', FROM, 'unknown'],
      [ANNA, FROM, 'password'],
      ['new@example.ru', FROM, 'unconfirmed'],
      ['off@example.ru', FROM, 'disabled'],
    ]);
    expect(failed.map(({ uid }) => uid !== null)).toEqual([false, true, true, true]);
    for (const secret of [PASSWORD, 'some password', 'wrong password'])
      expect(JSON.stringify(await journal(shop))).not.toContain(secret);
  });

  test('security 53: counts equal failures of a minute in one row, whoever writes them down', async () => {
    await start();
    for (let count = 0; count < 3; count += 1) await shop.signIn(ANNA, 'wrong password', FROM);
    await shop.mauth.trail.flush();
    shop.time.now += 1_000;
    for (let count = 0; count < 2; count += 1) await shop.signIn(ANNA, 'wrong password', FROM);
    await shop.signIn(ANNA, 'wrong password', '192.0.2.8');
    const begun = shop.time.now;
    shop.time.now += MINUTE;
    await shop.signIn(ANNA, 'wrong password', FROM);
    const failed = await journalOf(shop, 'signin.failed');
    expect(failed.map(({ client, count }) => [client, count])).toEqual([
      [FROM, 5],
      ['192.0.2.8', 1],
      [FROM, 1],
    ]);
    expect(failed[0]).toMatchObject({ at: begun - 1_000, last_at: begun });
  });

  test('security 53: a flood of different accounts and addresses makes a bounded number of rows', async () => {
    await start();
    for (let count = 0; count < 1_000; count += 1)
      shop.mauth.trail.record({
        event: 'signin.failed',
        by: { actor: null, address: `10.0.${count >> 8}.${count & 255}`, agent: 'x'.repeat(5_000) },
        target: `nobody${count}@example.ru`,
        details: { reason: 'unknown' },
      });
    const failed = await journalOf(shop, 'signin.failed');
    expect(failed).toHaveLength(201);
    expect(failed.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
    expect(failed.at(-1)).toMatchObject({ count: 800, details: { reason: 'many' } });
    expect(failed[0]?.agent).toHaveLength(200);
  });

  test('security 53: tells of refusals to a token or a change, and of calls that came too often', async () => {
    await start({ factor: 1 });
    const { access } = await shop.begin(ANNA);
    await shop.ask('/admin/user/', { bearer: access, address: FROM });
    await shop.ask('/admin/user/', { bearer: 'forged', address: FROM });
    await shop.ask('/password', { method: 'PATCH', body: {}, address: FROM });
    await shop.ask('/admin/user/', { address: FROM });
    for (let count = 0; count < 21; count += 1) await shop.forgot('nobody@example.ru');
    const refused = await journalOf(shop, 'refused');
    expect(refused.map(({ actor, client, details }) => [actor, client, details])).toEqual([
      [ANNA, FROM, { method: 'GET', route: '/api/mauth/admin/user/', status: 403, reason: 'forbidden' }],
      [null, FROM, { method: 'GET', route: '/api/mauth/admin/user/', status: 401, reason: 'invalid access token' }],
      [null, FROM, { method: 'PATCH', route: '/api/mauth/password', status: 401, reason: 'invalid access token' }],
    ]);
    expect(await journalOf(shop, 'throttled')).toMatchObject([
      { count: 1, details: { route: '/api/mauth/forgot', status: 429 } },
    ]);
  });

  test('security 53: names the administrator who reset a password, changed an account or ended sessions', async () => {
    const bearer = await start();
    const by = { actor: ADMIN, target: ANNA, client: FROM };
    const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      shop.ask(path, { method, body, bearer, address: FROM });
    await call('POST', `/admin/user/${ANNA}/reset`);
    await call('PATCH', '/admin/user/password', { email: ANNA, password: 'another horse' });
    await call('PATCH', `/admin/user/${ANNA}`, { rank: 'admin' });
    await call('PATCH', `/admin/user/${ANNA}`, { disabled: true });
    await call('DELETE', '/admin/user/signout', { email: ANNA });
    await call('POST', '/admin/user/signup', { email: 'new@example.ru', password: PASSWORD });
    const rows = (await journal(shop)).filter(({ actor }) => actor === ADMIN).slice(1);
    expect(rows).toMatchObject([
      { event: 'account.reset', ...by },
      { event: 'password.changed', ...by },
      { event: 'account.changed', ...by, details: { rank: 'admin' } },
      { event: 'account.changed', ...by, details: { disabled: true } },
      { event: 'sessions.revoked', ...by },
      { event: 'account.created', ...by, target: 'new@example.ru' },
    ]);
    expect(rows.every(({ actor_uid, uid }) => actor_uid && uid)).toBe(true);
    const { text } = (await shop.mails()).find(({ to }) => to === ANNA) ?? { text: '' };
    const mailed = /^ {4}(\S+)$/m.exec(text)?.[1];
    expect(JSON.stringify(rows)).not.toContain(mailed);
  });

  test('security 53: names the owner of an account for what he does with it, and the command line', async () => {
    await start();
    const { access, refresh } = await shop.begin(ANNA);
    const body = { password: 'another horse', password_2: 'another horse' };
    await shop.ask('/password', { method: 'PATCH', body, bearer: access, address: FROM });
    await shop.signOut(refresh);
    await shop.mauth.recovery.reset(email(ANNA), BY_COMMAND_LINE);
    expect((await journal(shop)).slice(-3)).toMatchObject([
      { event: 'password.changed', actor: ANNA, target: ANNA, client: FROM },
      { event: 'session.ended', actor: ANNA, target: ANNA },
      { event: 'account.reset', actor: 'command line', actor_uid: null, target: ANNA, client: null },
    ]);
  });

  test('security 53: tells of a refresh token that was used again, not who holds it', async () => {
    await start();
    const first = await shop.begin(ANNA);
    let { refresh } = first;
    for (let count = 0; count < 3; count += 1) refresh = (await shop.refresh(refresh)).body.refresh;
    await shop.ask('/refresh', { bearer: first.refresh, address: FROM });
    expect(await journalOf(shop, 'session.reused')).toMatchObject([{ actor: null, target: ANNA, client: FROM }]);
  });

  test('security 53: what strangers send is one line without hidden letters', async () => {
    await start();
    shop.mauth.trail.record({
      event: 'signin.failed',
      by: { actor: null, address: FROM, agent: 'curl\u0000\r\n{"level":50}\u202e' },
      target: 'a\u200bb\n@example.ru',
    });
    expect(await journalOf(shop, 'signin.failed')).toMatchObject([
      { agent: 'curl {"level":50}', target: 'a b @example.ru' },
    ]);
  });

  test('security 53: a change that is rolled back leaves no trace', async () => {
    await start();
    const before = (await journal(shop)).length;
    await expect(
      shop.mauth.accounts.setStanding(email(ANNA), { rank: 'x' as 'user' }, BY_COMMAND_LINE),
    ).rejects.toThrow();
    expect(await journal(shop)).toHaveLength(before);
  });
});
