import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Identity } from '../../../contract/identity.ts';
import { remoteIdentity } from '../../../server/identity-remote.ts';
import { eachDialect } from '../../support/databases.ts';
import { openShop, SECOND, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';

eachDialect('a service apart from the auth service', (open) => {
  let shop: Shop;
  let remote: Identity;
  beforeEach(async () => {
    shop = await openShop(open);
    await shop.addUser(ANNA, 'admin');
    remote = remoteIdentity(await shop.app.listen({ host: '127.0.0.1', port: 0 }), () => shop.time.now);
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

  test('knows that an account must change its password first', async () => {
    await shop.database.write((transaction) =>
      transaction.updateTable('users').set({ must_change: 1 }).execute(),
    );
    const { access } = await shop.begin(ANNA);
    expect(await remote.callerOf(access)).toMatchObject({ mustChangePassword: true });
  });

  test('lets nobody in or out while the auth service cannot be asked', async () => {
    const nowhere = remoteIdentity('http://127.0.0.1:1', () => shop.time.now);
    await expect(nowhere.callerOf('token')).rejects.toThrow();
  });
});
