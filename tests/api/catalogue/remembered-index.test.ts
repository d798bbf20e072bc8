import { expect, test } from 'vitest';
import { positionsOfPart } from '../../../server/catalogue/parts/visible-positions.ts';
import { FileSearchIndex } from '../../../server/catalogue/search-index/file-index.ts';
import { ShownColumns } from '../../../server/catalogue/search-index/shown-columns.ts';
import { makerNames } from '../../../server/catalogue/search-words/maker-names.ts';
import { openSqlite } from '../../../server/platform/database/sqlite-connection.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { shownFile } from '../../support/bridge-files.ts';
import { eachDialect } from '../../support/databases.ts';

const TITLES = ['Фильтр масляный', 'Фильтр (аналог) КАМАЗ', 'Насос уценка: царапины', 'НАСОС КРАЗ-256'];
const MAKERS = ['', 'Bosch', 'ПАО "КАМАЗ"', 'КАМАЗ'];

const offered = (count: number, from = 0): NewPosition[] =>
  Array.from({ length: count }, (_, at) => ({
    article: `740-${from + Math.floor(at / 4)}${at % 5 === 0 ? '-Фильтр' : ''}`,
    title: TITLES[at % TITLES.length] ?? '',
    code: at % 3 === 0 ? `ЦБ${from + at}` : '',
    manufacturer: MAKERS[at % MAKERS.length] ?? '',
    providerId: 1,
    amount: at % 3,
    price: at + 1,
  }));

const TEXTS = ['7401', '740', '74', 'цб1', 'б12', 'фильтp', '7401фильтp', 'льтp', '999', 'насос', '40100', 'ц'];

async function withFile(shop: TestBridge, work: (open: () => FileSearchIndex, shown: ShownColumns) => Promise<void>) {
  const db = openSqlite(shownFile(shop), true);
  try {
    await work(() => new FileSearchIndex(db), new ShownColumns(db));
  } finally {
    db.close();
  }
}

/** What an index finds by keys, each question asked of one that `of` gives. */
async function foundBy(of: () => FileSearchIndex): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const text of TEXTS) {
    for (const stock of [1, 0]) {
      for (const limit of [2, 500]) {
        found.push(await of().byKey(stock, text, limit), await of().byWhole(stock, text, limit));
        found.push(await of().byPrefix(stock, text, limit));
        if (text.length > 2) found.push(await of().byFragment(stock, text, limit));
      }
    }
  }
  return found;
}

eachDialect('an index that remembers keys', (open) => {
  test('finds what one finds that knows none, also after the catalogue has grown', () =>
    withBridge(open, async (shop) => {
      await shop.add(...offered(80));
      await withFile(shop, async (openIndex) => {
        const knowing = openIndex();
        while (knowing.warmSome());
        const one = () => knowing;
        expect(await foundBy(one)).toEqual(await foundBy(openIndex));
        await shop.add(...offered(80, 900));
        expect(await foundBy(one)).toEqual(await foundBy(openIndex));
        expect((await knowing.byKey(1, '740900', 50)).length).toBeGreaterThan(0);
      });
    }));

  test('gives offers with the brand, the supplier, the maker and the marks that the file has', () =>
    withBridge(open, async (shop) => {
      await shop.add(...offered(40));
      await withFile(shop, async (openIndex, shown) => {
        const index = openIndex();
        const columns = shown.current();
        columns.nameMakers(makerNames(await index.ownWords()));
        let compared = 0;
        for (let part = 1; part < columns.partsEnd; part++) {
          const rows = await positionsOfPart(shop.bridge.context.shown.read, part);
          const offers = new Map(
            (
              await index.offers(
                rows.map(({ id }) => id),
                columns,
              )
            ).map((row) => [row.id, row]),
          );
          for (const { machines, ...row } of rows) {
            expect(offers.get(row.id)).toEqual(expect.objectContaining({ ...row, marks: row.marks ?? '' }));
            compared++;
          }
        }
        expect(compared).toBe(40);
      });
    }));
});
