import { expect, test, vi } from 'vitest';
import type { ImportNotices } from '../../../contract/catalogue/runs.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { USUAL } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

function upload({ call }: TestBridge, price: string, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...USUAL, ...fields })) form.append(name, value);
  const rows = Array.from({ length: 20 }, (_, at) => `A-${at};Фильтр масляный ${at};${price};2`);
  const text = ['Артикул;Наименование;Цена;Остаток', ...rows].join('\n');
  form.append('file', new Blob([text]), `Прайс за ${price}.csv`);
  return call('POST', '/file/upload', { form });
}

aboveSql('notices of the import', (open) => {
  test('the end of a run is told to whoever asked for it, until they have looked', () =>
    withBridge(open, async (shop) => {
      const notices = async () => (await shop.call('GET', '/import/notices')).json<ImportNotices>();
      const see = (id: number) => shop.call('POST', `/import/runs/${id}/seen`);
      await upload(shop, '100', { notify: '1' });
      await upload(shop, '101', {});
      expect((await upload(shop, '5000', { notify: '1', confirm: '0' })).statusCode).toBe(409);
      const [done, failed] = [
        { id: 1, fileName: 'Прайс за 100.csv', outcome: 'done' },
        { id: 3, fileName: 'Прайс за 5000.csv', outcome: 'failed' },
      ] as const;
      expect(await notices()).toEqual({ held: 0, quiet: 0, ended: [failed, done] });
      expect((await see(1)).json()).toEqual({ held: 0, quiet: 0, ended: [failed] });
      expect((await see(1)).json()).toEqual({ held: 0, quiet: 0, ended: [failed] });
      expect((await see(77)).statusCode).toBe(200);
      expect((await shop.call('POST', '/import/runs/x/seen')).statusCode).toBe(404);

      // It is shown to no one else, and a run in progress has nothing to report.
      const change = (values: { uid?: string; state?: 'running' }) =>
        shop.bridge.database.write((transaction) =>
          transaction.updateTable('import_runs').set(values).where('id', '=', 3).execute(),
        );
      for (const values of [{ uid: 'another' }, { uid: 'admin', state: 'running' }] as const) {
        await change(values);
        expect((await see(3)).json()).toEqual({ held: 0, quiet: 0, ended: [] });
        const { notice } = await shop.bridge.database.read
          .selectFrom('import_runs')
          .select('notice')
          .where('id', '=', 3)
          .executeTakeFirstOrThrow();
        expect(notice).toBe('asked');
      }
    }));
});
