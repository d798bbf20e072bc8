import { expect, test } from 'vitest';
import type { RunPage, TitleReading, UploadAnswer } from '../../../contract/catalogue/runs.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { upload } from './catalogue.ts';

const LIST = `Артикул;Наименование;Цена;Остаток
A-1;Насос водяной КАМАЗ;100;1
A-2;Фильтр масляный;100;1
A-3;Хрюндель КАМАЗ левый;100;1
A-4;Хрюндели задние 12 шт;100;1
`;

const readingOf = (shop: TestBridge, runId: number | undefined) => shop.call('GET', `/import/runs/${runId}/reading`);

aboveSql('how well the titles of a price list are read', (open) => {
  test('is counted over the shown positions of its provider and brand', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      const other = await shop.call('POST', '/providers/', { json: { title: 'Другой' } });
      await shop.add(
        // Of another provider, and hidden.
        { article: 'B-1', title: 'Мурзилка', providerId: other.json<{ id: number }>().id },
        { article: 'B-2', title: 'Мурзилка', hidden: 1 },
      );
      const { runId } = (await upload(shop, LIST)).json<UploadAnswer>();
      const answer = await readingOf(shop, runId);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json<TitleReading>()).toEqual({
        titles: 4,
        kinds: 2,
        machines: 2,
        unread: 2,
        words: [{ word: 'хрюндель', count: 2 }],
      });
    }),
  );

  test('is the business of administrators, and of price lists alone', () =>
    withBridge(open, async (shop) => {
      const { runId } = (await upload(shop, LIST)).json<UploadAnswer>();
      expect((await shop.call('GET', `/import/runs/${runId}/reading`, { as: null })).statusCode).toBe(401);
      expect((await readingOf(shop, 999)).statusCode).toBe(404);
      await shop.call('POST', `/import/runs/${runId}/undo`);
      const [undo] = (await shop.call('GET', '/import/runs')).json<RunPage>().runs;
      expect(undo?.kind).toBe('undo');
      expect((await readingOf(shop, undo?.id)).statusCode).toBe(404);
      // Nothing of the list is shown any more.
      expect((await readingOf(shop, runId)).json()).toMatchObject({ titles: 0, kinds: 0, words: [] });
    }));
});
