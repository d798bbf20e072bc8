import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { remoteTrail } from '../../../server/operations/remote/accounts.ts';
import { createFetchService } from '../../../server/platform/http/fetch-service.ts';
import { createServiceTokens } from '../../../server/platform/secrets.ts';
import { aboveSql } from '../../support/databases.ts';
import { openShop, SECRET, type Shop } from '../accounts/shop.ts';
import { journal, journalOf } from './journal.ts';

aboveSql('the journal of a process without the auth service', (open) => {
  let shop: Shop;
  afterEach(() => shop.close());
  const start = async () => {
    shop = await openShop(open);
    const mauthUrl = await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const clock = () => shop.time.now;
    const elsewhere = (secret: string) =>
      remoteTrail({
        ...{ mauthUrl, clock, log: pino({ level: 'silent' }) },
        fetchService: createFetchService([secret], clock),
      });
    return elsewhere;
  };
  const bound = {
    event: 'role.bound',
    by: { actor: { uid: 'u1', email: 'admin@example.ru' }, address: '192.0.2.1', agent: 'test' },
    ...{ target: 'anna@example.ru', targetUid: 'u2' },
    details: { role: 'Склад', roleBefore: '' },
  } as const;
  const refused = {
    event: 'refused',
    by: { actor: null, address: '192.0.2.1', agent: '' },
    details: { method: 'POST', route: '/api/informator/role', status: 403 },
  } as const;

  test('security 53: is sent to the auth service, equal noise of both processes in one row', async () => {
    const trail = (await start())(SECRET);
    trail.record(bound);
    for (let count = 0; count < 3; count += 1) trail.record(refused);
    await trail.close();
    shop.mauth.trail.record(refused);
    const rows = await journal(shop);
    expect(rows).toMatchObject([
      { event: 'role.bound', actor: 'admin@example.ru', actor_uid: 'u1', uid: 'u2', count: 1 },
      { event: 'refused', actor: null, count: 4, details: { status: 403 } },
    ]);
    expect(rows[0]?.details).toEqual(bound.details);
  });

  test('security 53: takes nothing from a process that has another secret, which waits without failing', async () => {
    const elsewhere = await start();
    const stranger = elsewhere('another secret');
    stranger.record(bound);
    await stranger.flush();
    expect(await journalOf(shop, 'role.bound')).toEqual([]);
    await stranger.close();
  });

  test('security 53: takes nothing that is no event, from nobody but a service', async () => {
    await start();
    const heap = { event: 'made.up', at: 0, lastAt: 0, count: 1, address: '', agent: '', details: '{}' };
    const bearer = createServiceTokens([SECRET], () => shop.time.now).issue();
    const send = async (change: object, token?: string) =>
      (await shop.ask('/audit', { method: 'POST', body: { heaps: [{ ...heap, ...change }] }, bearer: token })).status;
    expect(await send({ event: 'refused' })).toBe(401);
    expect(await send({}, bearer)).toBe(400);
    expect(await send({ event: 'refused', details: 'no JSON' }, bearer)).toBe(400);
    expect(await send({ event: 'refused' }, bearer)).toBe(200);
  });
});
