import { afterEach, beforeEach, expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { DAY, email, MINUTE, openShop, PASSWORD, SECOND, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';
const BORIS = 'boris@example.ru';
const INVALID = { error: 'invalid token' };

aboveSql('a session', (open) => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop(open);
    await shop.addUser(ANNA, 'admin');
    await shop.addUser(BORIS, 'admin');
  });
  afterEach(() => shop.close());

  /** The pair that a refresh is answered with. */
  const refreshed = async (token: string) => {
    const { status, body } = await shop.refresh(token);
    expect(status).toBe(200);
    return body;
  };

  test('is refreshed with two new tokens, and the new pair works', async () => {
    const first = await shop.begin(ANNA);
    const second = await refreshed(first.refresh);
    expect(Object.keys(second).sort()).toEqual(['access', 'expires', 'refresh', 'type']);
    expect(second.refresh).not.toBe(first.refresh);
    expect(second.access).not.toBe(first.access);
    expect((await shop.access(second.access)).status).toBe(200);
    expect((await refreshed(second.refresh)).refresh).not.toBe(second.refresh);
  });

  test('security 7: two tabs that refresh at once get the same pair', async () => {
    const { refresh } = await shop.begin(ANNA);
    const [one, ...others] = await Promise.all(Array.from({ length: 8 }, () => refreshed(refresh)));
    for (const other of others) expect(other).toEqual(one);
    expect((await shop.access(one.access)).status).toBe(200);
    await refreshed(one.refresh);
  });

  test('security 7: a tab that comes within 30 s of the first use of the successor gets the same pair, later the family is over', async () => {
    const first = await shop.begin(ANNA);
    const second = await refreshed(first.refresh);
    shop.time.now += 5 * MINUTE;
    expect(await refreshed(first.refresh)).toEqual(second);
    const third = await refreshed(second.refresh);
    shop.time.now += 30 * SECOND;
    expect(await refreshed(first.refresh)).toEqual(second);
    expect(await refreshed(second.refresh)).toEqual(third);
    shop.time.now += 1;
    expect(await shop.refresh(first.refresh)).toMatchObject({ status: 401, body: INVALID });
    expect((await shop.refresh(third.refresh)).status).toBe(401);
    expect((await shop.access(third.access)).status).toBe(401);
  });

  test('security 6: a token older than the preceding one ends its family only, and the trail says so', async () => {
    const bystander = await shop.begin(ANNA);
    const first = await shop.begin(ANNA);
    const second = await refreshed(first.refresh);
    const third = await refreshed(second.refresh);
    const fourth = await refreshed(third.refresh);
    const answer = await shop.refresh(first.refresh);
    expect(answer).toMatchObject({ status: 401, body: INVALID });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect((await shop.refresh(fourth.refresh)).status).toBe(401);
    expect((await shop.access(fourth.access)).status).toBe(401);
    expect((await shop.access(bystander.access)).status).toBe(200);
    expect((await shop.refresh(bystander.refresh)).status).toBe(200);
    expect(await shop.events()).toContain('session.reused');
  });

  test('survives a lost answer: after an hour the same refresh token comes with a fresh access token', async () => {
    const first = await shop.begin(ANNA);
    const lost = await refreshed(first.refresh);
    shop.time.now += 60 * MINUTE;
    const again = await refreshed(first.refresh);
    expect(again.refresh).toBe(lost.refresh);
    expect((await shop.access(lost.access)).status).toBe(401);
    expect((await shop.access(again.access)).status).toBe(200);
    expect(await refreshed(first.refresh)).toEqual(again);
  });

  test('lives 30 days from its last use', async () => {
    const first = await shop.begin(ANNA);
    shop.time.now += 29 * DAY;
    const second = await refreshed(first.refresh);
    shop.time.now += 29 * DAY;
    const third = await refreshed(second.refresh);
    shop.time.now += 30 * DAY;
    expect(await shop.refresh(third.refresh)).toMatchObject({ status: 401, body: INVALID });
  });

  test('security 72: is over 90 days after it was begun, however much it is used, and a new one begins', async () => {
    let { refresh } = await shop.begin(ANNA);
    for (let day = 10; day < 90; day += 10) {
      shop.time.now += 10 * DAY;
      ({ refresh } = await refreshed(refresh));
    }
    shop.time.now += 10 * DAY - MINUTE;
    const last = await refreshed(refresh);
    expect((await shop.access(last.access)).status).toBe(200);
    shop.time.now += MINUTE;
    expect((await shop.access(last.access)).status).toBe(401);
    expect(await shop.refresh(last.refresh)).toMatchObject({ status: 401, body: INVALID });
    expect(await shop.events()).toContain('session.expired');
    const { access } = await shop.begin(ANNA);
    const own = await shop.ask('/session/', { bearer: access });
    expect(own.body).toHaveLength(1);
  });

  test('security 43: a clock that jumps a day ahead and back again ends no session', async () => {
    const first = await shop.begin(ANNA);
    shop.time.now += DAY;
    const second = await refreshed(first.refresh);
    shop.time.now -= DAY;
    expect((await refreshed(first.refresh)).refresh).toBe(second.refresh);
    const third = await refreshed(second.refresh);
    expect((await shop.access(third.access)).status).toBe(200);
  });

  test('security 43: a day ahead, an access token is over and the refresh of it works as ever', async () => {
    const first = await shop.begin(ANNA);
    shop.time.now += DAY;
    expect((await shop.access(first.access)).status).toBe(401);
    const second = await refreshed(first.refresh);
    expect((await shop.access(second.access)).status).toBe(200);
    expect((await shop.signIn(ANNA)).status).toBe(200);
  });

  test('security 43: a day back, no token of before is taken, and a lost answer is repeated with one that is', async () => {
    const first = await shop.begin(ANNA);
    const lost = await refreshed(first.refresh);
    shop.time.now -= DAY;
    expect((await shop.access(lost.access)).status).toBe(401);
    const again = await refreshed(first.refresh);
    expect(again.refresh).toBe(lost.refresh);
    expect((await shop.access(again.access)).status).toBe(200);
    // The token of before the jump lives no longer for it, and the session no longer than it may.
    shop.time.now += 60 * MINUTE;
    expect((await shop.access(again.access)).status).toBe(401);
    const next = await refreshed(again.refresh);
    expect((await shop.access(next.access)).status).toBe(200);
    shop.time.now += 90 * DAY;
    expect((await shop.refresh(next.refresh)).status).toBe(401);
  });

  test('security 8: after sign-out neither of its tokens works, and a second sign-out says the same', async () => {
    const other = await shop.begin(ANNA);
    const { access, refresh } = await shop.begin(ANNA);
    const gone = { status: 200, body: { message: 'session destroyed' } };
    expect(await shop.signOut(refresh)).toMatchObject(gone);
    expect(await shop.access(access)).toMatchObject({ status: 401, body: { error: 'invalid access token' } });
    expect((await shop.refresh(refresh)).status).toBe(401);
    expect(await shop.signOut(refresh)).toMatchObject(gone);
    expect((await shop.access(other.access)).status).toBe(200);
  });

  test('security 8: a password change ends it', async () => {
    const { access, refresh } = await shop.begin(ANNA);
    expect(await shop.mauth.accounts.setPassword(email(ANNA), 'another horse')).toBe(true);
    expect((await shop.access(access)).status).toBe(401);
    expect((await shop.refresh(refresh)).status).toBe(401);
    expect((await shop.signIn(ANNA)).body).toEqual({ error: 'incorrect password' });
    expect((await shop.signIn(ANNA, 'another horse')).status).toBe(200);
  });

  test('security 8: a new rank counts on the next call, whatever the token says', async () => {
    const { access } = await shop.begin(ANNA);
    expect(await shop.mauth.identity.callerOf(access)).toMatchObject({ rank: 'admin', email: ANNA });
    expect(await shop.mauth.accounts.setStanding(email(ANNA), { rank: 'user' })).toBeNull();
    expect(await shop.mauth.identity.callerOf(access)).toMatchObject({ rank: 'user' });
    expect((await shop.access(access)).body.rank).toBe('user');
  });

  test('security 8: a disabled account is out at once and stays out until it is enabled', async () => {
    const { access, refresh } = await shop.begin(ANNA);
    expect(await shop.mauth.accounts.setStanding(email(ANNA), { disabled: true })).toBeNull();
    expect(await shop.mauth.identity.callerOf(access)).toBeNull();
    expect((await shop.refresh(refresh)).status).toBe(401);
    expect((await shop.signIn(ANNA)).status).toBe(400);
    await shop.mauth.accounts.setStanding(email(ANNA), { disabled: false });
    expect((await shop.access(access)).status).toBe(401);
    expect((await shop.signIn(ANNA)).status).toBe(200);
  });

  test('security 9: a refresh token is no access token, nor the reverse', async () => {
    const { access, refresh } = await shop.begin(ANNA);
    const denied = { status: 401, body: { error: 'invalid access token' } };
    expect(await shop.access(refresh)).toMatchObject(denied);
    expect(await shop.refresh(access)).toMatchObject({ status: 401, body: INVALID });
    expect(await shop.signOut(access)).toMatchObject({ status: 401, body: INVALID });
    for (const bearer of [undefined, '', 'x', 'undefined', refresh.toUpperCase()]) {
      const answer = await shop.ask('/refresh', { bearer });
      expect(answer).toMatchObject({ status: 401, body: INVALID });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(await shop.ask('/access', { bearer })).toMatchObject(denied);
    }
  });

  test('is not refreshed by HEAD', async () => {
    const { refresh } = await shop.begin(ANNA);
    expect((await shop.ask('/refresh', { method: 'HEAD', bearer: refresh })).status).toBe(404);
    const [row] = await shop.database.read.selectFrom('refresh_tokens').selectAll().execute();
    expect(row?.first_used_at).toBeNull();
  });

  test('tells at each new pair that the password must be changed', async () => {
    await shop.database.write((transaction) =>
      transaction.updateTable('users').set({ must_change: 1 }).where('email_key', '=', ANNA).execute(),
    );
    const first = await shop.begin(ANNA);
    expect(first.mustChangePassword).toBe(true);
    expect((await refreshed(first.refresh)).mustChangePassword).toBe(true);
    expect((await shop.access(first.access)).status).toBe(200);
    expect(await shop.mauth.identity.callerOf(first.access)).toMatchObject({ mustChangePassword: true });
  });

  test('leaves no token, password or answer readable in the database', async () => {
    const first = await shop.begin(ANNA);
    const second = await refreshed(first.refresh);
    const tables = await Promise.all([
      shop.database.read.selectFrom('users').selectAll().execute(),
      shop.database.read.selectFrom('sessions').selectAll().execute(),
      shop.database.read.selectFrom('refresh_tokens').selectAll().execute(),
      shop.database.read.selectFrom('audit_events').selectAll().execute(),
    ]);
    const stored = JSON.stringify(tables);
    for (const secret of [first.refresh, second.refresh, first.access, second.access, PASSWORD]) {
      expect(stored).not.toContain(secret);
    }
  });

  test('an account limit of 120 refreshes a minute holds for the session, not for its neighbour', async () => {
    await shop.close();
    const strict = await openShop(open, { factor: 1 });
    await strict.addUser(ANNA);
    let { refresh } = await strict.begin(ANNA);
    const neighbour = await strict.begin(ANNA);
    for (let n = 0; n < 120; n += 1) refresh = (await strict.refresh(refresh)).body.refresh;
    const refused = await strict.refresh(refresh);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await strict.refresh(neighbour.refresh)).status).toBe(200);
    await strict.close();
  });
});
