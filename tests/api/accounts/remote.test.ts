import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Identity } from '../../../contract/accounts/accounts.ts';
import { ACCOUNTS_ASKED_MAX } from '../../../contract/limits.ts';
import { remoteAccounts, remoteIdentity } from '../../../server/operations/remote/accounts.ts';
import { createFetchService } from '../../../server/platform/http/fetch-service.ts';
import { createServiceTokens } from '../../../server/platform/secrets.ts';
import { aboveSql } from '../../support/databases.ts';
import { email, openShop, SECOND, SECRET, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';

aboveSql('a service apart from the auth service', (open) => {
  let shop: Shop;
  let remote: Identity;
  let address: string;
  beforeEach(async () => {
    shop = await openShop(open);
    await shop.addUser(ANNA, 'admin');
    address = await shop.app.listen({ host: '127.0.0.1', port: 0 });
    remote = remoteIdentity(
      address,
      createFetchService([SECRET], () => shop.time.now),
      () => shop.time.now,
    );
  });
  afterEach(() => shop.close());

  test('security 8: learns who calls, believes it for five seconds, and then notices a sign-out', async () => {
    const { access, refresh } = await shop.begin(ANNA);
    const known = await shop.mauth.identity.callerOf(access);
    expect(known).toMatchObject({ rank: 'admin' });
    expect(await remote.callerOf(access)).toEqual(known);
    await shop.signOut(refresh);
    shop.time.now += 4 * SECOND;
    expect(await remote.callerOf(access)).toEqual(known);
    shop.time.now += 2 * SECOND;
    expect(await remote.callerOf(access)).toBeNull();
    expect(await remote.callerOf('garbage')).toBeNull();
  });

  test('security 97: learns at each question whether the password was given lately', async () => {
    const { access } = await shop.begin(ANNA);
    const known = await shop.mauth.identity.callerOf(access);
    if (!known) throw new Error('nobody');
    expect(await remote.hasRecentPassword(known, access)).toBe(true);
    shop.time.now += 20 * 60 * SECOND;
    expect(await remote.hasRecentPassword(known, access)).toBe(false);
  });

  test('knows that an account must change its password first', async () => {
    await shop.database.write((transaction) => transaction.updateTable('users').set({ must_change: 1 }).execute());
    const { access } = await shop.begin(ANNA);
    expect(await remote.callerOf(access)).toMatchObject({ mustChangePassword: true });
  });

  test('learns which accounts are disabled, of thousands at once, by the secret that both have', async () => {
    await shop.addUser('oleg@example.ru');
    await shop.addUser('petr@example.ru');
    const rows = await shop.database.read.selectFrom('users').select(['uid', 'email']).execute();
    const uidOf = (name: string) => rows.find(({ email }) => email.startsWith(name))?.uid ?? '';
    const [oleg, petr] = [uidOf('oleg'), uidOf('petr')];
    await shop.mauth.accounts.setStanding(email('oleg@example.ru'), { disabled: true });
    const crowd = Array.from({ length: 1_200 }, (_, at) => `nobody ${at}`);
    const asked = [uidOf('anna'), ...crowd, petr, oleg];
    const clock = () => shop.time.now;
    const accounts = remoteAccounts(address, createFetchService([SECRET], clock));
    expect(await accounts.disabledAmong(asked)).toEqual(new Set([oleg]));
    expect(await shop.mauth.accountStates.disabledAmong(asked)).toEqual(new Set([oleg]));
    expect(await accounts.disabledAmong([])).toEqual(new Set());
    const idle = await accounts.idleAmong(asked);
    expect(idle).toEqual(await shop.mauth.accountStates.idleAmong(asked));
    expect([idle.get(oleg), idle.get(petr), idle.has('nobody 1')]).toEqual(['disabled', 'never', false]);
    await shop.mauth.accounts.setStanding(email('oleg@example.ru'), { disabled: false });
    expect(await accounts.disabledAmong(asked)).toEqual(new Set());
  });

  test('learns uid and present e-mail of an account by either, and that there is none', async () => {
    const accounts = remoteAccounts(
      address,
      createFetchService([SECRET], () => shop.time.now),
    );
    const { uid } = (await shop.mauth.identity.callerOf((await shop.begin(ANNA)).access)) ?? { uid: '' };
    const by = { actor: null, address: '', agent: '' };
    for (const asked of [accounts, shop.mauth.accountStates]) {
      expect(await asked.accountOf({ uid })).toEqual({ uid, email: ANNA, name: null });
      expect(await asked.accountOf({ email: ' ANNA@Example.RU' })).toEqual({ uid, email: ANNA, name: null });
      await shop.mauth.emailChanges.set(email(ANNA), email('new@example.ru'), by);
      expect(await asked.accountOf({ uid })).toEqual({ uid, email: 'new@example.ru', name: null });
      for (const nobody of [{ email: ANNA }, { email: 'no address' }, { uid: 'nobody' }, { uid: '' }])
        expect(await asked.accountOf(nobody)).toBeNull();
      await shop.mauth.emailChanges.set(email('new@example.ru'), email(ANNA), by);
    }
    const nowhere = remoteAccounts(
      'http://127.0.0.1:1',
      createFetchService([SECRET], () => shop.time.now),
    );
    await expect(nowhere.accountOf({ uid })).rejects.toThrow();
  });

  test('security 8: tells nobody about accounts but a service, and that only for a minute', async () => {
    const { access } = await shop.begin(ANNA);
    const tokens = createServiceTokens([SECRET], () => shop.time.now);
    const token = tokens.issue();
    const ask = async (bearer?: string, path = '/disabled') =>
      (await shop.ask(path, { method: 'POST', body: { uids: [], uid: '' }, bearer })).status;
    const [until = '', sign = ''] = token.split('.');
    for (const bearer of [undefined, access, '', '.', until, `${Number(until) + 1}.${sign}`, `${token}x`])
      for (const path of ['/disabled', '/account'])
        expect([path, bearer, await ask(bearer, path)]).toEqual([path, bearer, 401]);
    expect(await ask(token)).toBe(200);
    shop.time.now += 61 * SECOND;
    expect(await ask(token)).toBe(401);
    // A clock that runs ahead by an hour makes no tokens for later.
    expect(await ask(createServiceTokens([SECRET], () => shop.time.now + 3_600 * SECOND).issue())).toBe(401);
    const strange = remoteAccounts(
      address,
      createFetchService(['another secret'], () => shop.time.now),
    );
    await expect(strange.disabledAmong(['a'])).rejects.toThrow('the same JWT_SECRET');
    const nowhere = remoteAccounts(
      'http://127.0.0.1:1',
      createFetchService([SECRET], () => shop.time.now),
    );
    await expect(nowhere.disabledAmong(['a'])).rejects.toThrow();
    const many = { uids: Array.from({ length: ACCOUNTS_ASKED_MAX + 1 }, () => 'a') };
    const bearer = tokens.issue();
    expect((await shop.ask('/disabled', { method: 'POST', body: many, bearer })).status).toBe(400);
    for (const body of [{}, { uid: 'a'.repeat(201) }, { email: 'a'.repeat(300) }])
      expect((await shop.ask('/account', { method: 'POST', body, bearer })).status).toBe(400);
  });

  test('lets nobody in or out while the auth service cannot be asked', async () => {
    const nowhere = remoteIdentity(
      'http://127.0.0.1:1',
      createFetchService([SECRET], () => shop.time.now),
      () => shop.time.now,
    );
    await expect(nowhere.callerOf('token')).rejects.toThrow();
  });
});
