import { expect, it, vi } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { importText, openCatalogue, positionsOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

aboveSql('manufacturers by the rules of an upload', (open) => {
  const makers = async (database: Parameters<typeof positionsOf>[0]) =>
    Object.fromEntries((await positionsOf(database)).map(({ article, manufacturer }) => [article, manufacturer]));

  it('are fixed where no cell names one', async () => {
    const database = await openCatalogue(open);
    const form = { manufacturerFixed: 'MANN' };
    const lines = ['A-1;Фильтр;5;1;BOSCH', 'A-2;Фильтр;5;1;', 'A-3;Фильтр;5;1;—'];
    expect(await importText(database, lines, { form })).toMatchObject({ created: 3 });
    expect(await makers(database)).toEqual({ 'A-1': 'BOSCH', 'A-2': 'MANN', 'A-3': 'MANN' });
    expect(await importText(database, lines, { form })).toMatchObject({ unchanged: 3 });
  });

  it('have one name in place of their others', async () => {
    const database = await openCatalogue(open);
    const form = { synonyms: 'HYUNDAI/KIA = MOBIS, HYUNDAI, KIA\nКамаз = КАМАЗ ПТК' };
    const lines = ['A-1;Фильтр;5;1;Mobis', 'A-1;Фильтр;6;1;KIA', 'A-2;Вал;5;1;КАМАЗ-ПТК', 'A-3;Вал;5;1;ZF'];
    expect(await importText(database, lines, { form })).toMatchObject({ created: 3, duplicates: 1 });
    expect(await makers(database)).toEqual({ 'A-1': 'HYUNDAI/KIA', 'A-2': 'Камаз', 'A-3': 'ZF' });
  });

  it('come from the headings above the rows, also of rows that wait for the end of the file', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['W-9;Фильтр;1;1;'], { form: { manufacturer: '' } });
    const form = { manufacturer: '', manufacturerFrom: 'groups', synonyms: 'MANN = MANN-FILTER' };
    const filler = Array.from({ length: 1_100 }, (_, at) => `F-${at};Деталь;7;1`);
    const lines = [
      'A-0;Фильтр;5;1',
      ';BOSCH;;',
      'A-1;Фильтр;1,234;1',
      'A-2;Фильтр;5;1',
      ...filler,
      '7;MANN-FILTER;;',
      'A-3;Фильтр;2,345;1',
      'W-9;Фильтр;5;1',
      '155 70 13;;;',
      'A-4;Фильтр;5;1',
      'KNECHT;;;',
      'A-5;Фильтр;1,234,567;1',
    ];
    const report = await importText(database, lines, { form });
    expect(report).toMatchObject({ created: 1_106, updated: 1, groups: 4, failed: 0 });
    const { 'F-0': first, 'F-1099': last, ...named } = await makers(database);
    expect([first, last]).toEqual(['BOSCH', 'BOSCH']);
    const parts = Object.entries(named).filter(([article]) => !article.startsWith('F-'));
    expect(Object.fromEntries(parts)).toEqual({
      'A-0': '',
      'A-1': 'BOSCH',
      'A-2': 'BOSCH',
      'A-3': 'MANN',
      'A-4': 'MANN',
      'A-5': 'KNECHT',
      'W-9': 'MANN',
    });
    const price = (await positionsOf(database)).find(({ article }) => article === 'A-1')?.price;
    expect(price).toBe(123_400);
    expect(await importText(database, lines, { form })).toMatchObject({ created: 0, updated: 0 });
  });
});
