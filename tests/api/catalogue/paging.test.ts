import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PartsAnswer } from '../../../contract/catalogue/parts.ts';
import type { SearchAnswer } from '../../../contract/catalogue/positions.ts';
import { SEARCH_OFFSET_MAX } from '../../../contract/limits.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { eachDialect } from '../../support/databases.ts';

const REMOVE = new URL('../../support/remove-position-job.ts', import.meta.url);

async function page(bridge: TestBridge, query: string, more: string): Promise<SearchAnswer | null> {
  const answer = await bridge.call('GET', `/search/?query=${encodeURIComponent(query)}&${more}`, { as: null });
  return answer.statusCode === 404 ? null : answer.json();
}

const ids = (answer: SearchAnswer | null) => answer?.positions.map(({ id }) => id) ?? [];

/** All ids of an answer, a page of `limit` after the other, each found by `next`. */
async function walk(
  bridge: TestBridge,
  query: string,
  limit: number,
  goOn: (answer: SearchAnswer, shown: number) => string,
): Promise<number[]> {
  let answer = await page(bridge, query, `limit=${limit}`);
  const all = ids(answer);
  while (answer?.more) {
    answer = await page(bridge, query, `limit=${limit}&${goOn(answer, all.length)}`);
    all.push(...ids(answer));
  }
  return all;
}

const byCursor = (answer: SearchAnswer) => `cursor=${answer.next}`;
const byLast = (answer: SearchAnswer) => `last=${answer.positions.at(-1)?.id}`;

/** A small catalogue in which every stage has rows for many queries. */
const PIECES = ['740', '7401', '17', '55', 'АВ', '1000', '0'];
const WORDS = ['фильтр', 'фильтра', 'масло', 'масляный', 'маслосъёмный', 'вал', '740', '10мм', 'камаз'];
const position: fc.Arbitrary<NewPosition> = fc.record({
  article: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('-')),
  code: fc.option(fc.constantFrom(...PIECES, '740-55'), { nil: '' }),
  title: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' ')),
  amount: fc.constantFrom(0, 1),
});
const QUERIES = ['740', '7401', '17', '740 фильтр', 'фильтр', 'масл', 'ма', 'масло 740', 'вал камаз', '7', 'vfckj'];

const distinct = (positions: NewPosition[]): NewPosition[] =>
  // The manufacturer belongs to the identity, so equal articles may stand side by side.
  positions.map((given, at) => ({ ...given, manufacturer: `завод ${at}` }));

eachDialect('paging', (open) => {
  test('any way of paging shows every row once, in one and the same order', () =>
    withBridge(open, async (bridge) => {
      const [positions = []] = fc.sample(fc.array(position, { minLength: 70, maxLength: 70 }), { numRuns: 1, seed: 7 });
      await bridge.add(...distinct(positions));
      for (const query of QUERIES) {
        const all = await walk(bridge, query, 50, byCursor);
        expect(new Set(all).size, query).toBe(all.length);
        expect(all.length, query).toBeGreaterThan(0);
        for (const limit of [3, 7]) {
          expect(await walk(bridge, query, limit, byCursor), `${query} by cursor`).toEqual(all);
        }
        expect(await walk(bridge, query, 4, byLast), `${query} by last`).toEqual(all);
        const offset = Math.floor(all.length / 2);
        const fromMiddle = await page(bridge, query, `limit=5&offset=${offset}`);
        expect(ids(fromMiddle), `${query} by offset`).toEqual(all.slice(offset, offset + 5));
      }
    }));

  test('a further page of parts that is promised holds parts that were not shown', () =>
    withBridge(open, async (bridge) => {
      const [positions = []] = fc.sample(fc.array(position, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 3 });
      // Several offers of one part, under several names of its maker, and some that visitors do not see.
      const makers = ['Завод', 'ООО «Завод»', 'ПАО Завод', 'ЗАО «Завод»'];
      const offers = positions.map((given, at) => ({
        ...{ ...given, manufacturer: makers[at % makers.length] as string, hidden: at % 5 === 0 ? 1 : 0 },
      }));
      const nameOf = ({ article = '', manufacturer }: NewPosition) => `${article.replaceAll('-', '')} ${manufacturer}`;
      await bridge.add(...new Map(offers.map((offer) => [nameOf(offer), offer])).values());
      for (const query of [...QUERIES, '740-17', '1000 АВ', 'масляный фильтр', '55-55']) {
        const shown = new Set<number>();
        for (let cursor: string | null = ''; cursor !== null; ) {
          const path: string = `/parts/?query=${encodeURIComponent(query)}&limit=50&cursor=${cursor}`;
          const { parts, next } = (await bridge.call('GET', path, { as: null })).json() as PartsAnswer;
          const found = parts.filter(({ id }) => !shown.has(id));
          if (cursor !== '') expect([query, found.length > 0]).toEqual([query, true]);
          for (const { id } of parts) shown.add(id);
          cursor = next;
        }
      }
    }));

  test('the total of the first page is what paging shows, when all stages were opened', () =>
    withBridge(open, async (bridge) => {
      const [positions = []] = fc.sample(fc.array(position, { minLength: 60, maxLength: 60 }), {
        numRuns: 1,
        seed: 11,
      });
      await bridge.add(...distinct(positions));
      for (const query of ['фильтр 740', 'масло', 'вал камаз', '7401000']) {
        const first = await page(bridge, query, 'limit=50');
        const all = await walk(bridge, query, 50, byCursor);
        if (!first?.more) expect(first?.total ?? 0, query).toBe(all.length);
        else expect(first.total, query).toBeLessThanOrEqual(all.length);
        expect((await page(bridge, query, 'limit=1'))?.total ?? 0, query).toBeLessThanOrEqual(all.length);
      }
    }));

  test('a total over 1000 is a bound', () =>
    withBridge(open, async (bridge) => {
      const many = Array.from({ length: 1_005 }, (_, at) => ({ article: `N${at}`, title: 'Шайба' }));
      await bridge.add(...many);
      expect(await page(bridge, 'шайба', 'limit=25')).toMatchObject({ total: 1000, totalIsBound: true, more: true });
      expect((await page(bridge, 'шайба', 'limit=25&offset=1000'))?.positions).toHaveLength(5);
      expect(await page(bridge, 'шайба', 'limit=25&offset=1005')).toBeNull();
      expect(await page(bridge, 'шайба', 'limit=25&offset=25')).not.toHaveProperty('total');
    }));

  test('security 42: limit, last and offset outside their limits are clamped', () =>
    withBridge(open, async (bridge) => {
      const [first = 0, second = 0] = await bridge.add(
        { article: 'L1', title: 'Шина' },
        { article: 'L2', title: 'Шина' },
        { article: 'L3', title: 'Шина' },
      );
      for (const limit of ['-1', 'NaN', '0', '', '1.5', '0x10', 'абв']) {
        expect(await page(bridge, 'шина', `limit=${limit}`), limit).toMatchObject({ limit: 10, total: 3 });
      }
      expect(await page(bridge, 'шина', 'limit=1e9')).toMatchObject({ limit: 10 });
      expect(await page(bridge, 'шина', 'limit=1000000000')).toMatchObject({ limit: 50 });
      expect(await page(bridge, 'шина', 'offset=-5')).toMatchObject({ offset: 0, total: 3 });
      expect(await page(bridge, 'шина', `offset=${1e9}`)).toBeNull();
      expect(SEARCH_OFFSET_MAX).toBe(10_000);
      for (const last of ['-1', 'NaN', '99999999999999999999999', '1e9', '']) {
        expect(ids(await page(bridge, 'шина', `last=${last}`)), last).toHaveLength(3);
      }
      for (const cursor of ['x', '%00', 'W10', Buffer.from('[9,1,"",0,"",null]').toString('base64url')]) {
        expect(ids(await page(bridge, 'шина', `cursor=${cursor}`)), cursor).toHaveLength(3);
      }
      expect(ids(await page(bridge, 'шина', `limit=1&last=${first}`))).toEqual([second]);
      await bridge.bridge.context.database.runJob(REMOVE, first);
      expect(ids(await page(bridge, 'шина', `limit=1&last=${first}&offset=1`))).not.toContain(second);
      expect(ids(await page(bridge, 'шина', `limit=1&last=${first}&offset=0`))).toEqual([second]);
    }));
});
