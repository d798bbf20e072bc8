import { describe, expect, it } from 'vitest';
import { textCell } from '../../../server/platform/sheet-reader/messages.ts';
import { columnsOf } from '../../../server/price-lists/rules/form-fields.ts';
import { isTitledHeading } from '../../../server/price-lists/rules/manufacturers.ts';
import { groupName, isNumberedRow, underHeading } from '../../../server/price-lists/rules/row.ts';

/** A row of texts from column 1, of which the sheet may have more cells. */
function row(texts: readonly string[], more = 0) {
  const cells = new Map(
    texts.map((text, at) => [at + 1, textCell(text)] as const).filter(([, { text }]) => text !== ''),
  );
  return { row: 9, cells, filled: cells.size + more };
}
const GIVEN = {
  columns: columnsOf({ article: '1', title: '2', price: '3', amount: '4', manufacturer: '5' }),
  moreAmounts: [6],
};

describe('the heading of a group', () => {
  it.each<[string, string[], number, boolean]>([
    ['a title alone', ['', 'Фильтры'], 0, true],
    ['a title alone beside cells that are not read', ['', 'Фильтры'], 2, true],
    ['a number and a title', ['12', 'Фильтры'], 0, true],
    ['an article and a title beside a cell that is not read', ['12', 'Фильтры'], 1, false],
    ['a title and a price', ['', 'Фильтр', '5'], 0, false],
    ['a title and a stock', ['', 'Фильтр', '', '5'], 0, false],
    ['a title and a further stock', ['', 'Фильтр', '', '', '', '5'], 0, false],
    ['a title and a manufacturer', ['', 'Фильтр', '', '', 'MANN'], 0, false],
    ['an article alone, which other rules take for one', ['A1'], 0, false],
  ])('is a row with %s: %s, %d, %s', (_case, texts, more, is) => {
    expect(isTitledHeading(row(texts, more), GIVEN)).toBe(is);
  });

  it('cannot be told by its price where neither price nor stock is read', () => {
    const titles = { columns: columnsOf({ article: '1', title: '2' }), moreAmounts: [] };
    expect(isTitledHeading(row(['', 'Фильтры']), titles)).toBe(false);
  });

  it.each<[string[], number, boolean]>([
    [['12', 'Фильтры'], 0, true],
    [['3', 'Фильтры'], 0, true],
    [['123', 'Фильтры'], 0, true],
    [['1 059', 'Фильтры'], 0, true],
    [['12\u00a0059', 'Фильтры'], 0, true],
    [['1059', 'Фильтры'], 0, true],
    [['12059', 'Фильтры'], 0, true],
    [['123456', 'Фильтры'], 0, false],
    [['A12', 'Фильтры'], 0, false],
    [['12', 'Фильтры'], 1, false],
    [['12', 'Фильтр', '5'], 0, false],
  ])('may have a number for an article: %o and %d cells more, %s', (texts, more, is) => {
    expect(isNumberedRow(row(texts, more), GIVEN)).toBe(is);
  });

  it.each([
    [['', 'BOSCH'], 'BOSCH'],
    [['12', ' MANN-FILTER '], 'MANN-FILTER'],
    [['BOSCH', ''], 'BOSCH'],
    [['BOSCH', '12'], 'BOSCH'],
    [['13', '155 70 13'], ''],
  ])('calls its group by the words of %o: «%s»', (texts, name) => {
    expect(groupName(row(texts).cells, GIVEN)).toBe(name);
  });

  it('goes along with the rows below it', () => {
    const goods = row(['A1', 'Фильтр', '5']);
    const textsUnder = (heading: string) => [...underHeading(goods, heading).cells.values()].map(({ text }) => text);
    expect(textsUnder('BOSCH')).toEqual(['A1', 'Фильтр', '5', 'BOSCH']);
    expect(textsUnder('')).toEqual(['A1', 'Фильтр', '5']);
  });
});
