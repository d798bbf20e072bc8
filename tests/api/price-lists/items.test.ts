import { expect, test, vi } from 'vitest';
import { withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { EXCHANGE, TOKEN } from './client.ts';

vi.setConfig({ testTimeout: 180_000 });

const ITEMS = [
  {
    id: '7a1e',
    code: '00-1',
    article: '238Б-1601130',
    name: 'Диск сцепления',
    manufacturer: 'ЯМЗ',
    weight: 4.25,
    storage: [{ amount: 1 }, { amount: -5 }, { amount: 4 }],
  },
  { id: '7a1f', code: '00-2', article: '—', name: 'Без артикула', storage: [{ amount: 9 }] },
];

aboveSql('the items of an accounting program', (open) => {
  test('become stock and texts of positions; prices stay, and again nothing changes', () =>
    withBridge(
      open,
      async (shop) => {
        const send = (json: unknown, as: string | null = TOKEN) => shop.call('POST', '/ut/upload', { json, as });
        const first = await send({ json_data: JSON.stringify(ITEMS) });
        expect(first.statusCode).toBe(200);
        expect(first.json()).toEqual({ message: expect.any(String) });
        const read = () =>
          shop.bridge.context.database.read
            .selectFrom('positions')
            .select(['article', 'title', 'manufacturer', 'code', 'amount', 'price', 'weight'])
            .execute();
        expect(await read()).toEqual([
          {
            article: '238Б-1601130',
            title: 'Диск сцепления',
            manufacturer: 'ЯМЗ',
            code: '00-1',
            amount: 5,
            price: 0,
            weight: 425,
          },
        ]);
        const form = new URLSearchParams({ json_data: JSON.stringify(ITEMS) }).toString();
        const again = await shop.app.inject({
          method: 'POST',
          url: '/api/bridge/ut/upload',
          headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/x-www-form-urlencoded' },
          payload: form,
        });
        expect(again.statusCode).toBe(200);
        const reports = await shop.bridge.context.database.read
          .selectFrom('import_runs')
          .select('report')
          .orderBy('id')
          .execute();
        expect(JSON.parse(reports[1]?.report ?? '')).toMatchObject({ created: 0, updated: 0, unchanged: 1 });

        for (const [json, error] of [
          [{}, 'data is empty'],
          [{ json_data: '' }, 'data is empty'],
          [{ json_data: ITEMS }, 'data is empty'],
          [{ json_data: '{"a":1}' }, 'bad json'],
          [{ json_data: '[' }, 'bad json'],
        ] as const)
          expect(await send(json)).toMatchObject({ statusCode: 400, payload: JSON.stringify({ error }) });
        expect((await send({ json_data: '[null, 5, {}]' })).statusCode).toBe(200);
        expect((await send({ json_data: '[]' }, 'admin-token')).statusCode).toBe(401);
        expect((await send({ json_data: '[]' }, null)).statusCode).toBe(401);
      },
      { exchange: EXCHANGE },
    ));
});
