import { expect, test } from 'vitest';
import { SEARCH_LIST_MAX, SUGGEST_COUNT } from '../../../contract/limits.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

const suggest = async (bridge: TestBridge, query: string) => {
  const answer = await bridge.call('GET', `/search/suggest?query=${encodeURIComponent(query)}`, { as: null });
  expect(answer.statusCode).toBe(200);
  return answer.json().suggestions;
};

const list = async (bridge: TestBridge, articles: unknown) => {
  const answer = await bridge.call('POST', '/search/list', { as: null, json: { articles } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

aboveSql('suggestions and lists', (open) => {
  test('suggestions name each article once, with the card of one that stands alone', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: '740-1', title: 'Вал', manufacturer: 'А' },
        { article: '740.1', title: 'Вал', manufacturer: 'Б' },
        { article: '740-2', title: 'Ось', alias: 'os' },
      );
      expect(await suggest(bridge, '740')).toEqual([
        { text: '740-1', title: 'Вал', alias: null },
        { text: '740-2', title: 'Ось', alias: 'os' },
      ]);
      expect(await suggest(bridge, 'ос')).toEqual([{ text: '740-2', title: 'Ось', alias: 'os' }]);
      for (const query of ['', ' ', '!', 'ничего']) expect(await suggest(bridge, query)).toEqual([]);
      await bridge.add(...Array.from({ length: 20 }, (_, at) => ({ article: `55-${at}` })));
      expect(await suggest(bridge, '55')).toHaveLength(SUGGEST_COUNT);
    }));

  test('a list of articles is answered line by line', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: '04465-33471', title: 'Колодки', amount: 0, manufacturer: 'А' },
        { article: '04465.33471', title: 'Колодки', manufacturer: 'Б' },
        { article: 'X-1', code: 'К-77' },
      );
      const answer = await list(bridge, '0446533471\r\n\n  нет такого \nк77\n---\n');
      expect(answer.rows.map((row: { article: string }) => row.article)).toEqual([
        '0446533471',
        'нет такого',
        'к77',
        '---',
      ]);
      expect(answer.rows[0].positions.map((row: { amount: number }) => row.amount)).toEqual([1, 0]);
      expect(answer.rows[2].positions[0]).toMatchObject({ article: 'X-1', code: 'К-77' });
      expect(answer).toMatchObject({ found: 2, missing: 2, ignored: 0 });
    }));

  test('a list may be an array, and lines over the limit are counted', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'Q1' });
      expect(await list(bridge, ['q-1', 7, null, { a: 1 }])).toMatchObject({ found: 1, missing: 1, ignored: 0 });
      const long = Array.from({ length: SEARCH_LIST_MAX + 5 }, () => 'q1').join('\n');
      expect(await list(bridge, long)).toMatchObject({ found: SEARCH_LIST_MAX, missing: 0, ignored: 5 });
      for (const nothing of [undefined, null, '', {}, []]) {
        expect(await list(bridge, nothing)).toEqual({ rows: [], found: 0, missing: 0, ignored: 0 });
      }
      const empty = await bridge.call('POST', '/search/list', { as: null });
      expect(empty.json()).toEqual({ rows: [], found: 0, missing: 0, ignored: 0 });
    }));
});
