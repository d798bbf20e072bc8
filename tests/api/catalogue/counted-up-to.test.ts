import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readQuestion } from '../../../rules/catalogue/question.ts';
import { partsRequest } from '../../../server/catalogue/search/parts-request.ts';
import { PartSearch } from '../../../server/catalogue/search/search-parts.ts';
import { FileSearchIndex } from '../../../server/catalogue/search-index/file-index.ts';
import { ShownColumns } from '../../../server/catalogue/search-index/shown-columns.ts';
import { openSqlite } from '../../../server/platform/database/sqlite-connection.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { eachDialect } from '../../support/databases.ts';

const LIMIT = 3;
const MOST = 7;

/** 40 parts, some with several offers, some of each part in stock, found by words, by the start of an article and inside of it. */
const POSITIONS = Array.from(
  { length: 60 },
  (_, at): NewPosition => ({
    article: `${at % 3 === 0 ? 'X' : ''}740-${100 + (at % 40)}`,
    title: at % 5 === 0 ? 'Фильтр масляный' : 'Фильтр',
    code: at % 7 === 0 ? `740-9${at}` : '',
    manufacturer: at % 2 === 0 ? 'Bosch' : '',
    providerId: 1,
    amount: at % 4,
    price: at,
  }),
);

/** Searches the file that visitors are shown, counting up to so many hits. */
async function searches<T>({ bridge }: TestBridge, work: (of: (most?: number) => PartSearch) => Promise<T>) {
  const { rows } = await sql<{ name: string; file: string }>`PRAGMA database_list`.execute(bridge.context.shown.read);
  const file = rows.find(({ name }) => name === 'main')?.file ?? '';
  const db = openSqlite(file, true);
  try {
    return await work((most) => new PartSearch(new FileSearchIndex(db), new ShownColumns(db), most));
  } finally {
    db.close();
  }
}

const requestOf = (asked: object, limit = 10) => partsRequest(readQuestion(new Map(Object.entries(asked))), { limit });

/** All parts of a question, page by page. */
async function walk(search: PartSearch, asked: object): Promise<number[]> {
  const ids: number[] = [];
  let cursor = '';
  do {
    const { parts, next } = await search.search(requestOf({ ...asked, cursor }, LIMIT), 0);
    ids.push(...parts.map(({ id }) => id));
    cursor = next ?? '';
  } while (cursor !== '');
  return ids;
}

eachDialect('parts beyond those that are counted', (open) => {
  test('are told to be more than that, and are all reached, in the same order', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        ...POSITIONS.filter(
          (one, at) =>
            POSITIONS.findIndex((other) => other.article === one.article && other.manufacturer === one.manufacturer) ===
            at,
        ),
      );
      await searches(bridge, async (of) => {
        for (const query of ['фильтр', '740', '40-1', 'фильтр масл', 'фильтр 740']) {
          const all = await walk(of(), { query });
          expect(all.length, query).toBeGreaterThan(MOST);
          expect(await walk(of(MOST), { query }), query).toEqual(all);
          const { total } = await of(MOST).search(requestOf({ query }), 0);
          expect(total).toEqual({ count: MOST, exact: false });
        }
      });
    }));

  test('count for filters and other orders, which choose among all', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(...POSITIONS.slice(0, 40));
      await searches(bridge, async (of) => {
        for (const more of [{ inStock: '1' }, { priceFrom: '0.3' }, { order: 'price' }, { order: 'stock' }]) {
          const asked = { query: 'фильтр', ...more };
          const all = await of().search(requestOf(asked), 0);
          const few = await of(MOST).search(requestOf(asked), 0);
          expect(few.parts).toEqual(all.parts);
          expect(few.facets).toEqual(all.facets);
        }
        expect(await walk(of(MOST), { inStock: '1' })).toEqual(await walk(of(), { inStock: '1' }));
      });
    }));
});
