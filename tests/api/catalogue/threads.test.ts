import { expect, test } from 'vitest';
import type { SearchAnswer } from '../../../contract/catalogue/positions.ts';
import { withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

aboveSql('several threads that search', (open) => {
  test('answer alike, also what has just changed', () =>
    withBridge(
      open,
      async (shop) => {
        await shop.add(...Array.from({ length: 40 }, (_, at) => ({ article: `В-${at}`, title: `Вал номер ${at}` })));
        const paths = ['/search/?query=вал', '/parts/?query=вал', '/parts/?query=вал&order=stock'];
        const ask = async () => {
          const asked = Array.from({ length: 24 }, (_, at) => paths[at % paths.length] ?? '');
          return Promise.all(asked.map((path) => shop.call('GET', encodeURI(path), { as: null })));
        };
        const answers = await ask();
        for (const [at, answer] of answers.entries()) {
          expect(answer.statusCode).toBe(200);
          const first: Partial<SearchAnswer> = answers[at % paths.length]?.json() ?? {};
          expect({ ...answer.json(), time: 0 }).toEqual({ ...first, time: 0 });
        }
        expect(answers[1]?.json()).toMatchObject({ total: { count: 40 } });

        await shop.add({ article: 'В-40', title: 'Вал номер 40' });
        for (const [at, answer] of (await ask()).entries())
          if (at % paths.length > 0) expect(answer.json()).toMatchObject({ total: { count: 41 } });
      },
      { searchThreads: 3 },
    ));
});
