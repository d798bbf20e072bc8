import { expect, it } from 'vitest';
import { parseIndex } from '../../../server/operations/commands/price-list-index.ts';

const TABLE = `# Lists
| file | format | sheet | data from | article | title | price | amount | maker | article rows | goods |
|---|---|---|---|---|---|---|---|---|---|---|
| a.xls | BIFF8 | Лист 1 | 6 | 2 | 5 | 13-16 | - | 3 | 12 (20 on all sheets) | 10 (one without a price) |
Text.`;

it('an index of price lists tells how to upload each and what must come of it', () => {
  expect(parseIndex(TABLE)).toEqual([
    {
      file: 'a.xls',
      fields: {
        sheet: 'Лист 1',
        startRow: '6',
        article: '2',
        title: '5',
        price: '13-16',
        amount: '',
        manufacturer: '3',
      },
      articles: 12,
      goods: 10,
    },
  ]);
});

it('a text without a table is no index', () => {
  expect(parseIndex('# Nothing')).toEqual([]);
});

it('the goods of a list may stand in words, with commas in their number', () => {
  const words =
    '| file | right reading |\n|---|---|\n| a.xls | 4,184 goods; the rest is groups |\n| b.xls | as named |';
  expect(parseIndex(words).map(({ goods, articles }) => [goods, articles])).toEqual([
    [4_184, null],
    [null, null],
  ]);
});
