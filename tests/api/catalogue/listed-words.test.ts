import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readQuestion } from '../../../rules/catalogue/question.ts';
import { partsRequest } from '../../../server/catalogue/search/parts-request.ts';
import { PartSearch } from '../../../server/catalogue/search/search-parts.ts';
import { PositionSearch } from '../../../server/catalogue/search/search-positions.ts';
import { FileSearchIndex } from '../../../server/catalogue/search-index/file-index.ts';
import { ShownColumns } from '../../../server/catalogue/search-index/shown-columns.ts';
import { ListedWords, TokenLists } from '../../../server/catalogue/search-index/word-lists.ts';
import { openSqlite } from '../../../server/platform/database/sqlite-connection.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { shownFile } from '../../support/bridge-files.ts';
import { eachDialect } from '../../support/databases.ts';

const QUERIES = ['фильтр', 'фильтр масляный', 'фил', 'масляный 740', 'насос', 'фильтр насос', 'фильтр bosch 7401'];

const offered = (count: number, title: string, from = 0): NewPosition[] =>
  Array.from({ length: count }, (_, at) => ({
    article: `740-${from + at}`,
    title: at % 3 === 0 ? `${title} масляный` : title,
    manufacturer: at % 2 === 0 ? 'Bosch' : '',
    providerId: 1,
    amount: at % 4,
    price: at + 1,
  }));

/** A search with words kept in memory, and one that asks the index each time. */
function searches(db: DatabaseSync) {
  const shown = new ShownColumns(db);
  const lists = new TokenLists(db);
  const listed = new ListedWords(lists);
  const own = (words: ListedWords | null) => {
    const index = new FileSearchIndex(db, words);
    const parts = new PartSearch(index, shown);
    const positions = new PositionSearch(index, shown);
    return async (query: string) => {
      db.exec('BEGIN');
      index.begin();
      const asked = { query, limit: 25, offset: 0, last: 0, cursor: '' };
      const found = await positions.search(asked, 0);
      const answers = [
        found && { ...found, time: 0 },
        await parts.search(partsRequest(readQuestion(new Map([['query', query]])), { limit: 10 }), 0),
      ];
      db.exec('COMMIT');
      return answers;
    };
  };
  return { lists, byHeart: own(listed), asking: own(null) };
}

async function withSearches(shop: TestBridge, work: (of: ReturnType<typeof searches>) => Promise<void>) {
  const db = openSqlite(shownFile(shop), true);
  try {
    await work(searches(db));
  } finally {
    db.close();
  }
}

/** Reads all that is wanted, as if nothing had changed for long. */
function readAll(lists: TokenLists): void {
  const later = performance.now() + 60_000;
  while (lists.readSome(later) !== null);
}

eachDialect('words that are known by heart', (open) => {
  test('find what the index finds, also after it has changed', () =>
    withBridge(open, async (shop) => {
      await shop.add(...offered(60, 'Фильтр'));
      await withSearches(shop, async ({ lists, byHeart, asking }) => {
        const same = async () => {
          for (const query of QUERIES) expect(await byHeart(query)).toEqual(await asking(query));
        };
        // Asked for twice, a word is wanted; the third time it is known.
        for (let time = 0; time < 3; time++) {
          await same();
          readAll(lists);
        }
        expect(lists.idsOf({ token: 'фильтр' })).toHaveLength(60);
        await shop.add(...offered(30, 'Насос и фильтр', 100));
        await same();
        expect(lists.idsOf({ token: 'фильтр' })).toBeNull();
        readAll(lists);
        expect(lists.idsOf({ token: 'фильтр' })).toHaveLength(90);
        await same();
      });
    }));

  test('are read when nothing has changed for a while', () =>
    withBridge(open, async (shop) => {
      await shop.add(...offered(10, 'Фильтр'));
      await withSearches(shop, async ({ lists }) => {
        lists.warm();
        readAll(lists);
        expect(lists.idsOf({ token: 'фильтр' })).toHaveLength(10);
        await shop.add(...offered(10, 'Фильтр', 50));
        const now = performance.now();
        expect(lists.readSome(now)).toBeGreaterThan(0);
        expect(lists.idsOf({ token: 'фильтр' })).toBeNull();
        readAll(lists);
        expect(lists.idsOf({ token: 'фильтр' })).toHaveLength(20);
      });
    }));
});
