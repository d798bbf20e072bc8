import { expect, test } from 'vitest';
import type { DayCaps } from '../../../server/requests/day-counts.ts';
import { NOON, type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

const DAY = 86_400_000;
const DAY_CAPS: DayCaps = { sender: 2, strangers: 3, newcomers: 3 };
const settings = { requests: { dayCaps: DAY_CAPS } };

/** Sends requests of the same offer from an address; resolves to what they were answered. */
async function sendFrom(shop: TestBridge, remoteAddress: string, more: object = {}) {
  const [positionId = 0] = (await shop.bridge.context.database.read
    .selectFrom('positions')
    .select('id')
    .execute()
    .then((rows) => rows.map(({ id }) => id))) as number[];
  const payload = {
    ...{ name: 'Анна', phone: '+7 351 200-00-00', consent: true },
    ...{ items: [{ positionId, amount: 1 }] },
  };
  const { headers = {}, ...changed } = more as { headers?: Record<string, string> };
  const answer = await shop.app.inject({
    ...{ method: 'POST', url: '/api/bridge/requests', remoteAddress, headers },
    payload: { ...payload, ...changed },
  });
  return [answer.statusCode, answer.json().error ?? null] as const;
}

const TAKEN = [201, null];
const OF_SENDER = [429, 'too many requests from you today'];
const OF_NEWCOMERS = [429, 'too many requests of newcomers today'];
const OF_ALL = [429, 'too many requests today'];

aboveSql('requests of a day', (open) => {
  test('security 101: strangers send so many a day from an address and so many in all, until the next day of the shop', () =>
    withBridge(
      open,
      async (shop) => {
        await shop.add({ article: 'A-1', title: 'Вал', price: 100 });
        const again = { headers: { 'idempotency-key': 'one-key' } };
        expect(await sendFrom(shop, '203.0.113.1', again)).toEqual(TAKEN);
        expect(await sendFrom(shop, '203.0.113.1', again)).toEqual(TAKEN);
        expect(await sendFrom(shop, '203.0.113.1')).toEqual(TAKEN);
        expect(await sendFrom(shop, '203.0.113.1')).toEqual(OF_SENDER);
        // Refused for what is in them they count for nothing.
        expect(await sendFrom(shop, '203.0.113.2', { items: [] })).toEqual([400, 'invalid items']);
        expect(await sendFrom(shop, '2001:db8::1')).toEqual(TAKEN);
        expect(await sendFrom(shop, '203.0.113.3')).toEqual(OF_ALL);
        expect(await shop.bridge.watched.requests?.today()).toEqual({
          ...{ sent: 3, senders: 1, strangersMet: true, newcomersMet: false },
        });
        // What is signed in has a cap of its own.
        const signedIn = { headers: { authorization: 'Bearer user-token' } };
        expect(await sendFrom(shop, '203.0.113.1', signedIn)).toEqual(TAKEN);
        expect(await sendFrom(shop, '203.0.113.4', signedIn)).toEqual(TAKEN);
        expect(await sendFrom(shop, '203.0.113.5', signedIn)).toEqual(OF_SENDER);
        // Noon in UTC is 17:00 in Yekaterinburg.
        shop.now = NOON + 7 * 3_600_000 - 1;
        expect(await sendFrom(shop, '203.0.113.1')).toEqual(OF_SENDER);
        shop.now = NOON + 7 * 3_600_000;
        expect(await sendFrom(shop, '203.0.113.1')).toEqual(TAKEN);
        shop.now = NOON + 2 * DAY;
        await shop.bridge.requests.sweep();
        const kept = await shop.bridge.context.database.read.selectFrom('request_days').selectAll().execute();
        expect(kept).toEqual([]);
      },
      settings,
    ));

  test('security 101: the caps hold for calls at one moment, and say when to come again', () =>
    withBridge(
      open,
      async (shop) => {
        await shop.add({ article: 'A-1', title: 'Вал', price: 100 });
        const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => sendFrom(shop, `203.0.113.${at}`)));
        expect(answers.filter(([status]) => status === 201)).toHaveLength(DAY_CAPS.strangers);
        const refused = await shop.call('POST', '/requests', {
          as: null,
          json: { name: 'Анна', phone: '+7 351 200-00-00', consent: true, items: [{ positionId: 1, amount: 1 }] },
        });
        expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(7 * 3_600)]);
      },
      settings,
    ));

  test('security 105: a site of IPv6 sends so many from all its addresses together', () =>
    withBridge(
      open,
      async (shop) => {
        await shop.add({ article: 'A-1', title: 'Вал', price: 100 });
        for (let at = 0; at < 4; at += 1) expect(await sendFrom(shop, `2001:db8:7:${at}::1`), `${at}`).toEqual(TAKEN);
        expect(await sendFrom(shop, '2001:db8:7:99::1')).toEqual(OF_SENDER);
        expect(await sendFrom(shop, '2001:db8:8::1')).toEqual(TAKEN);
      },
      { requests: { dayCaps: { ...DAY_CAPS, sender: 1, strangers: 100 } } },
    ));

  test('security 105: new accounts send so many together, and whose requests the shop has taken up go on', () =>
    withBridge(
      open,
      async (shop) => {
        await shop.add({ article: 'A-1', title: 'Вал', price: 100 });
        const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
        expect(await sendFrom(shop, '203.0.113.1', as('user-token'))).toEqual(TAKEN);
        const { requests } = (await shop.call('GET', '/requests')).json();
        const [{ id }] = requests;
        const take = (state: 'declined' | 'work') =>
          shop.bridge.context.database.write((transaction) =>
            transaction.updateTable('requests').set({ state }).where('id', '=', id).execute(),
          );
        expect(await sendFrom(shop, '203.0.113.1', as('long-ago-token'))).toEqual(TAKEN);
        expect(await sendFrom(shop, '203.0.113.1', as('admin-token'))).toEqual(OF_NEWCOMERS);
        await take('declined');
        expect(await sendFrom(shop, '203.0.113.1', as('user-token'))).toEqual(OF_NEWCOMERS);
        await take('work');
        expect(await sendFrom(shop, '203.0.113.1', as('user-token'))).toEqual(TAKEN);
        // Other visitors have theirs still.
        expect(await sendFrom(shop, '203.0.113.1')).toEqual(TAKEN);
        expect(await shop.bridge.watched.requests?.today()).toEqual({
          ...{ sent: 1, senders: 0, strangersMet: false, newcomersMet: true },
        });
      },
      { requests: { dayCaps: { sender: 9, strangers: 3, newcomers: 2 } } },
    ));
});
