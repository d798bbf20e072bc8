import { expect, it, vi } from 'vitest';
import { withBridge } from '../../support/bridge.ts';
import { eachDialect } from '../../support/databases.ts';
import { importText, indexedKeys, openCatalogue } from '../price-lists/catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

const JOB = new URL('../../../server/catalogue/changes/plus-keys-job.ts', import.meta.url);

eachDialect('articles with a plus', (open) => {
  it('of an older catalogue get their keys once, with the search index and the version', async () => {
    const database = await openCatalogue(open);
    const form = { code: '5', manufacturer: '' };
    await importText(database, ['BL-25;Лампа;5;1;К-7/1', 'BL-26;Лампа;5;1;', 'A-B;Лампа;5;0;'], { form });
    // As it was: a plus was no part of a key.
    const was = [
      { id: 1, article: 'BL+25', code: 'К-7+1' },
      { id: 3, article: 'A+B', code: '' },
    ];
    await database.write(async (transaction) => {
      for (const { id, ...texts } of was)
        await transaction.updateTable('positions').set(texts).where('id', '=', id).execute();
    });
    expect(await database.runJob<null, number>(JOB, null)).toBe(1);
    expect(await indexedKeys(database)).toEqual(['1 bl+25 1', '1 k7+1 1', '2 bl26 1', '3 ab 0']);
    expect(await database.runJob<null, number>(JOB, null)).toBe(0);
    expect(await importText(database, ['BL-25;Лампа;6;1;', 'BL+25;Лампа;5;1;К-7+1'], { form })).toMatchObject({
      created: 1,
      unchanged: 1,
      duplicates: 0,
    });
  });

  it('are found with their plus, whole and in part', () =>
    withBridge(open, async ({ add, call }) => {
      await add({ article: 'BL+25', title: 'Лампа' }, { article: 'BL-25', title: 'Лампа' });
      const found = async (query: string) => {
        const answer = await call('GET', `/search/?query=${encodeURIComponent(query)}`, { as: null });
        return answer.json<{ positions?: { article: string }[] }>().positions?.map(({ article }) => article);
      };
      expect(await found('bl+25')).toEqual(['BL+25']);
      expect(await found('L+25')).toEqual(['BL+25']);
      expect(await found('лампа l+25')).toEqual(['BL+25']);
      expect(await found('BL 25')).toContain('BL-25');
    }));
});
