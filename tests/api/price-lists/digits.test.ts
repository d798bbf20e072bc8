import { expect, it, vi } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { importText, openCatalogue, positionsOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

const filler = Array.from({ length: 1_200 }, (_, at) => `F-${at};Деталь;7;1;`);

aboveSql('a price such as 1,234', (open) => {
  it.each([
    ['12,345.60', 'digits-thousands', 123_400],
    ['1,234,567', 'digits-thousands', 123_400],
    ['12,5', 'digits-decimals', 123],
    ['12', 'digits-unclear', 123],
  ])('is read as the whole column says, in which %s stands far below', async (evidence, code, price) => {
    const database = await openCatalogue(open);
    const lines = ['A-1;Фильтр;1,234;1;', ...filler, `A-2;Кольцо;${evidence};1;`];
    const report = await importText(database, lines);
    expect(report).toMatchObject({ created: 1_202, failed: 0 });
    expect(report.warnings).toEqual([
      { row: 1, column: 'C', code, text: '1,234', message: expect.stringContaining('Знак «,»') },
    ]);
    const [first] = (await positionsOf(database)).filter(({ article }) => article === 'A-1');
    expect(first).toMatchObject({ price });
    expect(await importText(database, lines)).toMatchObject({ updated: 0, unchanged: 1_202 });
  });

  it('decides each column for itself, and keeps the lower of two rows', async () => {
    const database = await openCatalogue(open);
    const report = await importText(database, [
      'A-1;Фильтр;1,234;1.500;',
      'A-2;Кольцо;12,345.60;0.750;',
      'A-1;Фильтр;999;2;',
    ]);
    expect(report).toMatchObject({ created: 2, duplicates: 1 });
    expect(report.warnings.map(({ column, code }) => [column, code])).toEqual([
      ['C', 'digits-thousands'],
      ['D', 'digits-decimals'],
      ['A', 'duplicate'],
    ]);
    const offers = (await positionsOf(database)).map(({ article, price, amount }) => [article, price, amount]);
    expect(offers.sort()).toEqual([
      ['A-1', 99_900, 2],
      ['A-2', 1_234_560, 0.75],
    ]);
  });
});
