import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOwnPriceList } from '../../../rules/price-lists/own-price-list.ts';
import { OWN_COLUMNS, ownColumns } from '../../../server/platform/sheets/own-columns.ts';
import { csvPages, unguardCell } from '../../../server/platform/sheets/write-csv.ts';

/** A text as it stands in a cell of the price list as CSV. */
async function guardCell(text: string): Promise<string> {
  const rows = async function* () {
    yield [[text]];
  };
  const pages = csvPages([{ header: '', width: 1, kind: 'text' }], rows());
  const [, row = ''] = (await Array.fromAsync(pages)).map(String);
  const cell = row.slice(0, -'\r\n'.length);
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

const headers = OWN_COLUMNS.map(({ header }) => header);

test('our own header is recognised, with columns moved, added around or left out', () => {
  expect(isOwnPriceList(headers)).toBe(true);
  expect(ownColumns(headers)).toMatchObject({ number: 0, article: 1, positionId: 8 });
  expect(ownColumns(['Заметка', null, ...headers.toReversed()])).toMatchObject({ positionId: 5, number: 13 });
  expect(ownColumns(headers.filter((text) => text !== 'Наименование'))).not.toHaveProperty('title');
});

test('a supplier list is not taken for ours, nor ours without what tells a position', () => {
  expect(isOwnPriceList(['Артикул', 'Наименование', 'Цена, ₽', 'Бренд'])).toBe(false);
  expect(isOwnPriceList([])).toBe(false);
  expect(isOwnPriceList([1, null, undefined, {}])).toBe(false);
  for (const needed of ['№ позиции в каталоге', 'Артикул', 'Бренд']) {
    expect(isOwnPriceList(headers.filter((text) => text !== needed))).toBe(false);
  }
});

test('security 34: what a spreadsheet would run gets an apostrophe, everything else stays', async () => {
  for (const text of ["=cmd|'/C calc'!A0", '-40°C', '+7', '@x', '\t=1', '\r=1', '\n=1', "'=1", "''@", '＝1']) {
    expect(await guardCell(text)).toBe(`'${text}`);
  }
  for (const text of ['', '00123', '1E5', "'", "'abc", "it's", ' =1', '12-3/4', 'АВС']) {
    expect(await guardCell(text)).toBe(text);
    expect(unguardCell(text)).toBe(text);
  }
});

test('security 34: the guard is undone exactly, whatever the text', async () => {
  const risky = fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '\t', 'a', '１', '＝') });
  await fc.assert(
    fc.asyncProperty(fc.oneof(risky, fc.string({ unit: 'binary' })), async (text) => {
      expect(unguardCell(await guardCell(text))).toBe(text);
    }),
  );
});
