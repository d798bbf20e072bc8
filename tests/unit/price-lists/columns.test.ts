import { describe, expect, it } from 'vitest';
import { columnLetters, columnNumber } from '../../../rules/format/sheet-columns.ts';
import { columnsOf } from '../../../server/price-lists/rules/form-fields.ts';
import { STOCK_WORDS } from '../../../server/price-lists/rules/stock.ts';
import { settingsOf, wrongField } from '../../../server/price-lists/settings/import-settings.ts';

describe('a column designator', () => {
  it.each([
    ['3', 3],
    ['1ab', 1],
    [' 12 ', 12],
    ['A', 1],
    ['z', 26],
    ['AB', 28],
    ['bcd', 1434],
    ['А', 1],
    ['с', 3],
    ['І', 9],
    ['-b.', 2],
    ['', null],
    ['0', null],
    ['-', null],
    ['99999', null],
    ['ABCDEF', null],
  ])('%s means column %s', (designator, number) => {
    expect(columnNumber(designator)).toBe(number);
  });

  it('is shown as letters', () => {
    expect([1, 26, 27, 28, 702, 703].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA']);
  });

  it('has the default of the specification only where the form has no field of a column at all', () => {
    expect(columnsOf({})).toEqual({ article: 1, title: 2, price: 3 });
    expect(columnsOf({ startRow: '2', sheet: 'Шины', markup: '' })).toEqual({ article: 1, title: 2, price: 3 });
    expect(columnsOf({ article: 'C', title: '', price: '', amount: '7' })).toEqual({ article: 3, amount: 7 });
    expect(columnsOf({ article: '1', price: '5' })).toEqual({ article: 1, price: 5 });
    expect(columnsOf({ title: '1', price: '' })).toEqual({ title: 1 });
    expect(columnsOf({ manufacturer: '' })).toEqual({});
  });
});

describe('the upload form', () => {
  it('falls back to what the specification says', () => {
    expect(settingsOf({})).toEqual({
      sheets: [],
      headingCurrency: null,
      headingUnit: null,
      priceUnit: null,
      deliveryFixed: null,
      brandByManufacturer: {},
      brandId: null,
      providerId: null,
      addNewPositions: false,
      startRow: 1,
      endRow: null,
      sheet: null,
      profit: { units: 0n, scale: 0 },
      columns: { article: 1, title: 2, price: 3 },
      currency: { code: 'RUB', rate: { units: 1n, scale: 0 } },
      moreAmounts: [],
      repeated: 'last',
      missing: 'leave',
      stockWords: STOCK_WORDS,
      rates: {},
      vat: null,
      bands: [],
      rounding: null,
      minPrice: null,
      maxPrice: null,
      priceless: 'take',
      skipWords: [],
      articleFrom: null,
      manufacturerFixed: '',
      isMakerInHeadings: false,
      synonyms: {},
    });
  });

  it.each([
    ['6', 6, []],
    ['6,14', 6, [14]],
    ['F; N, F', 6, [14]],
    ['6, 14 или 12', 6, []],
    ['', undefined, []],
  ])('adds up the stock of the columns «%s»', (amount, first, more) => {
    const { columns, moreAmounts } = settingsOf({ amount });
    expect([columns.amount, moreAmounts]).toEqual([first, more]);
  });

  it.each([
    [{ amount: '6,x9' }, 'invalid amount columns'],
    [{ amount: '6,0' }, 'invalid amount columns'],
    [{ amount: '6,14' }, null],
    [{ repeated: 'all' }, 'invalid repeated'],
    [{ repeated: 'sum' }, 'amount is empty'],
    [{ repeated: 'largest', amount: '' }, 'amount is empty'],
    [{ repeated: 'sum', amount: '4' }, null],
    [{ repeated: 'lowest-price' }, null],
    [{ repeated: 'lowest-price', price: '' }, 'price is empty'],
    [{ rate: '90' }, 'invalid rate'],
    [{ currency: 'у.е.', rate: '90,5' }, null],
    [{}, null],
  ])('%j is wrong as: %s', (fields, wrong) => {
    expect(wrongField(fields)).toBe(wrong);
  });

  it('reads what is given', () => {
    const fields = {
      brandId: '7',
      providerId: '8 ',
      addNewPositionMode: 'on',
      startRow: '5',
      endRow: '10',
      sheet: ' Лист2 ',
      profit: '12,5 %',
    };
    expect(settingsOf(fields)).toMatchObject({
      brandId: 7,
      providerId: 8,
      addNewPositions: true,
      startRow: 5,
      endRow: 10,
      sheet: 'Лист2',
      profit: { units: 125n, scale: 1 },
    });
  });

  it('takes what it cannot read as not given', () => {
    expect(settingsOf({ brandId: 'x', providerId: '0', startRow: '-3', endRow: '0', profit: 'много' })).toMatchObject({
      brandId: null,
      providerId: null,
      startRow: 1,
      endRow: null,
      profit: { units: 0n, scale: 0 },
    });
  });
});
