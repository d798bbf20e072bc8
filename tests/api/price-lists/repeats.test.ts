import { expect, it, vi } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { importText, openCatalogue, positionsOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The same part at three warehouses, far enough apart for two batches. */
const LINES = [
  'A-1;Фильтр;50;3;',
  'A-1;Фильтр;40;5;',
  ...Array.from({ length: 1_200 }, (_, at) => `F-${at};Деталь;1;1;`),
  'A-1;Фильтр;;4;',
  'A-1;Фильтр;60;0,5;',
];

aboveSql('rows that mean one position', (open) => {
  it.each([
    ['', 6_000, 0.5],
    ['last', 6_000, 0.5],
    ['first', 5_000, 3],
    ['sum', 6_000, 12.5],
    ['largest', 4_000, 5],
    ['lowest-price', 4_000, 5],
  ])(
    'with repeated=%s give the price %d and the stock %d, and the same file again changes nothing',
    async (repeated, price, amount) => {
      const database = await openCatalogue(open);
      const form = { repeated };
      const first = await importText(database, LINES, { form });
      expect(first).toMatchObject({ created: 1_201, updated: 0, unchanged: 3, duplicates: 3 });
      const before = await positionsOf(database);
      expect(before[0]).toMatchObject({ article: 'A-1', price, amount, in_stock: 1 });
      expect(await importText(database, LINES, { form })).toMatchObject({ created: 0, updated: 0, unchanged: 1_204 });
      expect(await positionsOf(database)).toEqual(before);
      const changes = await database.read
        .selectFrom('import_changes')
        .select('run_id')
        .where('run_id', '=', 2)
        .execute();
      expect(changes).toEqual([]);
    },
  );
});
