import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANONYMOUS_BODY_MAX } from '../../../contract/limits.ts';
import { withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

const HOSTILE = [
  '"',
  "'",
  '*',
  '%',
  '_',
  '%%%',
  '\\',
  'NEAR(',
  'NEAR(a b, 5)',
  'a AND',
  'OR',
  'NOT а',
  'words:a',
  '^a',
  '-а',
  '{a b}:c',
  "'; DROP TABLE positions; --",
  'а:* & !б | (в',
  "a'b\\'c",
  '_s1',
  '@1',
  '#740',
  '\0',
  'а\0б',
  '😀',
  '😀 фильтр',
  '\u202Eфильтр\u202C',
  '\uFEFF\u200B',
  'ẞſﬁ½',
  'я',
  '1',
  'я'.repeat(10_000),
  '1 '.repeat(5_000),
  'а1'.repeat(5_000),
  'фильтр '.repeat(1_500),
  '"'.repeat(10_000),
];

aboveSql('hostile searches', (open) => {
  test('security 41: no query is an engine error', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: '740-1', title: 'Фильтр «А»', code: '%_' });
      for (const query of HOSTILE) {
        for (const path of ['/search/', '/search/suggest']) {
          const answer = await bridge.call('GET', `${path}?query=${encodeURIComponent(query)}`, { as: null });
          expect([200, 400, 404], `${path} ${query.slice(0, 30)}: ${answer.body}`).toContain(answer.statusCode);
          if (answer.statusCode !== 200) {
            expect(['params "query" is empty', 'position not a found', 'positions not found']).toContain(
              answer.json().error,
            );
          }
        }
        const listed = await bridge.call('POST', '/search/list', { as: null, json: { articles: query } });
        const isLong = Buffer.byteLength(JSON.stringify({ articles: query })) > ANONYMOUS_BODY_MAX;
        expect(listed.statusCode, listed.body).toBe(isLong ? 413 : 200);
      }
      for (const raw of ['%FF%FE', '%C0%80', '%', '%E0%A4%A', '%D1']) {
        const answer = await bridge.call('GET', `/search/?query=${raw}`, { as: null });
        expect([200, 400, 404], raw).toContain(answer.statusCode);
      }
    }));

  test('security 41: signs of query languages have no meaning', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: '740-1', title: 'Фильтр' }, { article: '55', title: 'Насос' });
      const totalOf = async (query: string) => {
        const answer = await bridge.call('GET', `/search/?strict=1&query=${encodeURIComponent(query)}`, { as: null });
        return answer.statusCode === 200 ? answer.json().total : answer.json().error;
      };
      expect(await totalOf('%')).toBe('position not a found');
      expect(await totalOf('"фильтр"')).toBe(1);
      expect(await totalOf('фильтр*')).toBe(1);
      expect(await totalOf('7%1')).toBe('positions not found');
      expect(await totalOf('7_0')).toBe('positions not found');
      expect(await totalOf('фильтр OR насос')).toBe('positions not found');
      expect(await totalOf('-насос')).toBe(1);
    }));

  test('security 41: any text has an answer, and a blank at its end changes nothing', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'a-1', title: 'Фильтр' }, { article: 'ß9', title: 'Ünï 1a' });
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 12 }), async (query) => {
          const ask = async (text: string) => {
            const path = `/search/?query=${encodeURIComponent(text.toWellFormed())}`;
            const answer = await bridge.call('GET', path, { as: null });
            expect([200, 400, 404], answer.body).toContain(answer.statusCode);
            return answer.statusCode === 200 ? answer.json().positions : answer.json().error;
          };
          expect(await ask(`${query} `)).toEqual(await ask(query));
        }),
        { numRuns: 60 },
      );
    }));

  test('an absent, blank or unreadable query has its own error', () =>
    withBridge(open, async (bridge) => {
      for (const path of ['/search', '/search/', '/search/?query=', '/search/?query=%20%20']) {
        const answer = await bridge.call('GET', path, { as: null });
        expect(answer.statusCode, path).toBe(400);
        expect(answer.json()).toEqual({ error: 'params "query" is empty' });
      }
      const signs = await bridge.call('GET', '/search/?query=---', { as: null });
      expect([signs.statusCode, signs.json()]).toEqual([404, { error: 'position not a found' }]);
      const nothing = await bridge.call('GET', '/search/?query=zzz', { as: null });
      expect([nothing.statusCode, nothing.json()]).toEqual([404, { error: 'positions not found' }]);
    }));
});
