import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manufacturerKey } from '../../../server/platform/text/article-key.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { type Asked, foundByPositions, partsPage, passing, type StoredPosition, walkParts } from './parts-reference.ts';

const REMOVE = new URL('../../support/remove-position-job.ts', import.meta.url);

/** A second brand and two more providers. */
const addOwners = ({ bridge }: TestBridge) =>
  bridge.context.database.write(async (transaction) => {
    const row = { created_at: 0, updated_at: 0 };
    await transaction
      .insertInto('brands')
      .values({ title: 'ДРУГОЙ', ...row })
      .execute();
    for (const title of ['Второй', 'Третий'])
      await transaction
        .insertInto('providers')
        .values({ title, ...row })
        .execute();
  });

const storedIn = ({ bridge }: TestBridge): Promise<StoredPosition[]> =>
  bridge.context.shown.read
    .selectFrom('positions')
    .select(['id', 'part_id', 'manufacturer_key', 'brand_id', 'provider_id', 'price', 'amount', 'photo', 'hidden'])
    .execute();

const MAKERS = ['Bosch', 'КАМАЗ', ''];
const position: fc.Arbitrary<NewPosition> = fc.record({
  article: fc
    .array(fc.constantFrom('740', '7401', '17', 'АВ', '1000'), { minLength: 1, maxLength: 3 })
    .map((pieces) => pieces.join('-')),
  code: fc.option(fc.constantFrom('740', '17', '740-55'), { nil: '' }),
  title: fc
    .array(fc.constantFrom('фильтр', 'масло', 'масляный', 'вал', '740', 'камаз'), { maxLength: 4 })
    .map((words) => words.join(' ')),
  manufacturer: fc.constantFrom(...MAKERS),
  amount: fc.constantFrom(0, 1, 5),
  price: fc.constantFrom(0, 100, 25_000, 99_950),
  brandId: fc.constantFrom(1, 2),
  providerId: fc.constantFrom(1, 2, 3),
  photo: fc.constantFrom(null, 'a.webp'),
  hidden: fc.constantFrom(0, 0, 0, 1),
});

/** Some positions, no two with one identity. */
function drawn(seed: number, count: number): NewPosition[] {
  const [all = []] = fc.sample(fc.array(position, { minLength: count, maxLength: count }), { numRuns: 1, seed });
  const known = new Set<string>();
  return all.filter((one) => {
    const identity = [one.article, one.manufacturer, one.brandId, one.providerId].join();
    return !known.has(identity) && known.add(identity);
  });
}

const QUERIES = ['740', '7401', 'фильтр', 'масл', 'вал камаз', 'фильтр 740', '17', 'vfckj', 'масло 7401'];
const asked: fc.Arbitrary<Asked> = fc.record(
  {
    query: fc.constantFrom(...QUERIES, ''),
    maker: fc.constantFrom(...['Bosch', 'КАМАЗ'].map(manufacturerKey)),
    brandId: fc.constantFrom(1, 2),
    providerId: fc.constantFrom(1, 2, 3),
    inStock: fc.constant(1 as const),
    photo: fc.constant(1 as const),
    priceFrom: fc.constantFrom(1, 250),
    priceTo: fc.constantFrom(250, 1_000),
  },
  { requiredKeys: ['query'] },
);
const isAnswered = ({ query, ...filters }: Asked) => query !== '' || Object.keys(filters).length > 0;

aboveSql('search for parts', (open) => {
  test('walking the pages shows each part once, where its first position stands, with any filters', () =>
    withBridge(open, async (bridge) => {
      await addOwners(bridge);
      await bridge.add(...drawn(7, 90));
      const all = await storedIn(bridge);
      const byId = new Map(all.map((one) => [one.id, one]));
      const orders = new Map<string, number[]>();
      for (const query of QUERIES) orders.set(query, await foundByPositions(bridge, query, byId));
      await fc.assert(
        fc.asyncProperty(asked.filter(isAnswered), fc.integer({ min: 1, max: 9 }), async (question, limit) => {
          const shown = await walkParts(bridge, { ...question, limit });
          const found = orders.get(question.query ?? '') ?? [...new Set(all.map(({ part_id }) => part_id))];
          const expected = found.filter((part) => passing(all, part, question).length > 0);
          if (question.query !== '') expect(shown).toEqual(expected);
          else expect(shown.toSorted()).toEqual(expected.toSorted());
        }),
        { numRuns: 60 },
      );
    }));

  test('orders by price and by stock, those without last, and tells of the offers that pass', () =>
    withBridge(open, async (bridge) => {
      await addOwners(bridge);
      await bridge.add(...drawn(11, 80));
      const all = await storedIn(bridge);
      for (const filters of [{}, { inStock: 1 as const }, { providerId: 2 }]) {
        for (const order of ['price', 'stock']) {
          const ids = await walkParts(bridge, { query: 'фильтр', order, limit: 4, ...filters });
          expect(new Set(ids).size).toBe(ids.length);
          const first = await partsPage(bridge, { query: 'фильтр', order, limit: 50, ...filters });
          // Words in titles of other parts come with «load more».
          expect(first.parts.map(({ id }) => id)).toEqual(ids.slice(0, first.parts.length));
          const values = first.parts.map(({ priceFrom, amount }) =>
            order === 'price' ? Number(priceFrom ?? Number.POSITIVE_INFINITY) : -amount,
          );
          expect(values).toEqual(values.toSorted((one, other) => (one < other ? -1 : 1)));
          for (const part of first.parts) {
            const offers = passing(all, part.id, filters);
            expect(part.offers).toBe(offers.length);
            expect(part.amount).toBe(offers.reduce((sum, { amount }) => sum + amount, 0));
            expect(part.best).toHaveLength(Math.min(3, offers.length));
          }
        }
      }
    }));

  test('counts each filter with all others applied but its own', () =>
    withBridge(open, async (bridge) => {
      await addOwners(bridge);
      await bridge.add(...drawn(13, 80));
      const question: Asked = { query: 'фильтр', brandId: 1, inStock: 1 };
      const { facets, total } = await partsPage(bridge, { ...question, limit: 1 });
      const countOf = async (more: Asked) => (await partsPage(bridge, { ...question, ...more })).total.count;
      expect(total).toEqual({ count: await countOf({}), exact: true });
      for (const { value, count } of facets.maker) expect(count).toBe(await countOf({ maker: value }));
      for (const { value, count } of facets.brand) expect(count).toBe(await countOf({ brandId: Number(value) }));
      for (const { value, title, count } of facets.provider) {
        expect(title).toBe(`Склад № ${value}`);
        expect(count).toBe(await countOf({ providerId: Number(value) }));
      }
      expect(facets.inStock).toBe(total.count);
      expect(facets.photo).toBe(await countOf({ photo: 1 }));
      expect(facets.maker.map(({ title }) => title).every((title) => MAKERS.includes(title))).toBe(true);
    }));

  test('a change of price, a new position and a removed one are shown at once, and no page shows a part twice', () =>
    withBridge(open, async (bridge) => {
      await addOwners(bridge);
      const ids = await bridge.add(...drawn(17, 60));
      const { database } = bridge.bridge.context;
      let at = 0;
      const change = async () => {
        const id = ids[at++] ?? 0;
        await database.write((transaction) =>
          transaction.updateTable('positions').set({ price: 7_700 }).where('id', '=', id).execute(),
        );
        await bridge.add({ article: `НОВ-${at}`, title: 'фильтр' });
        await database.runJob(REMOVE, ids[ids.length - at]);
      };
      for (const order of ['relevance', 'price', 'stock']) {
        let cursor: string | null = '';
        for (let page = 0; cursor !== null && page < 5; page++) {
          const answer = await partsPage(bridge, { query: 'фильтр', order, limit: 3, cursor });
          const shown = answer.parts.map(({ id }) => id);
          expect(new Set(shown).size).toBe(shown.length);
          cursor = answer.next;
          await change();
        }
      }
      const { parts } = await partsPage(bridge, { query: 'НОВ-1', limit: 1 });
      expect(parts[0]).toMatchObject({ article: 'НОВ-1', offers: 1, priceFrom: '1.00' });
      const all = await storedIn(bridge);
      const expected = new Set(all.filter(({ hidden }) => hidden === 0).map(({ part_id }) => part_id));
      const seen = await walkParts(bridge, { priceFrom: 0, limit: 50 });
      const priced = new Set(
        all.filter(({ hidden, price }) => hidden === 0 && price > 0).map(({ part_id }) => part_id),
      );
      expect(new Set(seen)).toEqual(priced);
      expect(expected.size).toBeGreaterThanOrEqual(priced.size);
    }));

  test('a price that was confirmed too long ago counts neither for filters nor for figures', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: 'СТ-1', title: 'Шкив', price: 500, priceDay: 19_000 },
        { article: 'СТ-2', title: 'Шкив', price: 900 },
      );
      const priced = await partsPage(bridge, { query: 'шкив', priceFrom: 1 });
      expect(priced.parts.map(({ article }) => article)).toEqual(['СТ-2']);
      expect((await partsPage(bridge, { query: 'шкив', inStock: 1 })).total.count).toBe(1);
      const { parts } = await partsPage(bridge, { query: 'шкив' });
      expect(parts.find(({ article }) => article === 'СТ-1')).toMatchObject({ priceFrom: null, amount: 0 });
    }));

  test('security 42: parameters and cursors of any shape have an answer', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: '740-1', title: 'Фильтр', manufacturer: 'Bosch' });
      const { next } = await partsPage(bridge, { query: '740', limit: 1 });
      const shapes = ['', '-1', '0', '1e9', '99999999999999999999999', 'абв', 'NaN', '1,5', '\0', 'x'.repeat(9_000)];
      const names = [
        'maker',
        'brandId',
        'providerId',
        'inStock',
        'photo',
        'priceFrom',
        'priceTo',
        'order',
        'limit',
        'cursor',
      ];
      for (const name of names) {
        for (const shape of [...shapes, next ?? '', `${next}x`, 'W10', 'bnVsbA']) {
          const path = `/parts/?query=740&${name}=${encodeURIComponent(shape)}`;
          const answer = await bridge.call('GET', path, { as: null });
          expect(answer.statusCode, `${path.slice(0, 60)}: ${answer.body}`).toBe(200);
        }
        const twice = await bridge.call('GET', `/parts/?query=740&${name}=1&${name}=2`, { as: null });
        expect([200, 400], `${name}: ${twice.body}`).toContain(twice.statusCode);
      }
      const place = {
        format: 'search-4',
        order: 'price',
        isWide: true,
        isApart: false,
        place: [0.5, 1e300, -5],
        reading: '',
      };
      const forged = Buffer.from(JSON.stringify({ ...place, completions: null })).toString('base64url');
      expect(await partsPage(bridge, { query: '740', order: 'price', cursor: forged })).toHaveProperty('parts');
      expect((await partsPage(bridge, { query: '---' })).parts).toEqual([]);
      expect((await partsPage(bridge, { query: 'zzz' })).total).toEqual({ count: 0, exact: true });
      const unread = await bridge.call('GET', '/parts/?query=740&priceFrom=абв', { as: null });
      expect(unread.json().notes).toMatchObject([{ kind: 'price' }]);
      const empty = await bridge.call('GET', '/parts/?query=%20', { as: null });
      expect([empty.statusCode, empty.json()]).toEqual([400, { error: 'params "query" is empty' }]);
    }));
});
