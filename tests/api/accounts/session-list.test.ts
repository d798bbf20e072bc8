import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionAnswer } from '../../../contract/accounts/accounts.ts';
import { aboveSql } from '../../support/databases.ts';
import { MINUTE, openShop, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';
const BORIS = 'boris@example.ru';

aboveSql('the list of sessions', (open) => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop(open, { placeOf: (address) => (address.startsWith('10.1.') ? 'Склад' : '') });
    await shop.addUser(ANNA, 'admin');
    await shop.addUser(BORIS);
  });
  afterEach(() => shop.close());

  const beginAt = async (email: string, address: string) =>
    (await shop.signIn(email, undefined, address)).body as { access: string; refresh: string };
  const listOf = async (bearer: string, path = '/session/') =>
    (await shop.ask(path, { bearer })).body as SessionAnswer[];

  test('names the place that each was used from last', async () => {
    const first = await beginAt(ANNA, '10.1.0.7');
    shop.time.now += MINUTE;
    const second = await beginAt(ANNA, '192.0.2.9');
    expect((await listOf(second.access)).map(({ address, place, current }) => [address, place, current])).toEqual([
      ['192.0.2.9', '', true],
      ['10.1.0.7', 'Склад', false],
    ]);
    shop.time.now += MINUTE;
    await shop.ask('/refresh', { bearer: first.refresh, address: '198.51.100.4' });
    expect((await listOf(second.access)).map(({ address, place }) => [address, place])).toEqual([
      ['198.51.100.4', ''],
      ['192.0.2.9', ''],
    ]);
  });

  test('all others are ended at once, and the one that asks goes on', async () => {
    const [first, second, third] = [await shop.begin(ANNA), await shop.begin(ANNA), await shop.begin(ANNA)];
    const bystander = await shop.begin(BORIS);
    expect((await shop.ask('/session/', { method: 'DELETE', bearer: second.access })).status).toBe(200);
    for (const gone of [first, third]) expect((await shop.access(gone.access)).status).toBe(401);
    expect((await shop.access(bystander.access)).status).toBe(200);
    expect(await listOf(second.access)).toHaveLength(1);
    expect((await shop.events()).filter((event) => event === 'sessions.revoked')).toHaveLength(1);
    // With nothing left to end, nothing is logged.
    await shop.ask('/session/', { method: 'DELETE', bearer: second.access });
    expect((await shop.events()).filter((event) => event === 'sessions.revoked')).toHaveLength(1);
  });

  test('an administrator sees those of anybody, and ends one; nobody else does', async () => {
    const admin = await shop.begin(ANNA);
    const own = await beginAt(BORIS, '10.1.0.8');
    const other = await shop.begin(BORIS);
    const path = `/admin/user/${BORIS}/session/`;
    const rows = await listOf(admin.access, path);
    expect(rows.map(({ place, current }) => [place, current])).toEqual([
      ['', false],
      ['Склад', false],
    ]);
    const id = rows[1]?.id;
    expect((await shop.ask(`${path}${id}`, { method: 'DELETE', bearer: other.access })).status).toBe(403);
    expect((await shop.ask(`${path}${id}`, { method: 'DELETE', bearer: admin.access })).status).toBe(200);
    expect((await shop.access(own.access)).status).toBe(401);
    expect((await shop.access(other.access)).status).toBe(200);
    for (const missing of [`${path}${id}`, `${path}x`, '/admin/user/nobody@example.ru/session/1'])
      expect((await shop.ask(missing, { method: 'DELETE', bearer: admin.access })).status).toBe(404);
    // Of one account's sessions another's id ends nothing.
    const [adminRow] = await listOf(admin.access);
    expect((await shop.ask(`${path}${adminRow?.id}`, { method: 'DELETE', bearer: admin.access })).status).toBe(404);
    const ended = await shop.database.read
      .selectFrom('audit_events')
      .select(['actor'])
      .where('event', '=', 'session.ended')
      .execute();
    expect(ended).toEqual([{ actor: ANNA }]);
  });
});
