import { describe, expect, it } from 'vitest';
import { GUESSED_COLUMNS, type UploadColumn } from '../../../contract/price-lists/columns.ts';
import type { GuessAnswer, GuessedSheet } from '../../../contract/price-lists/guess.ts';
import { likeliestSheet } from '../../../rules/price-lists/likeliest-sheet.ts';
import { chosenSheet, isOwnFile, withFile, withoutFile } from '../../../src/lib/price-lists/upload/guessed-settings.ts';
import {
  isPartly,
  meaningsOf,
  missesColumn,
  previewOf,
  withMeaning,
} from '../../../src/lib/price-lists/upload/preview.ts';
import {
  DEFAULT_SETTINGS,
  settingsErrors,
  type UploadSettings,
} from '../../../src/lib/price-lists/upload/upload-settings.ts';

const nowhere = Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, null])) as GuessedSheet['columns'];

const answerOf = (...sheets: GuessedSheet[]): GuessAnswer => ({ fileId: 'kept', sheets });

const withGuess = (settings: UploadSettings, guess: GuessedSheet) => withFile(settings, answerOf(guess));

const sheet: GuessedSheet = {
  name: 'Прайс',
  startRow: 4,
  headerRows: [2, 3],
  columns: { ...nowhere, article: 1, title: 2, price: 4, amount: 5 },
  prices: [4, 3],
  stocks: [5, 6],
  places: [],
  currency: null,
  priceUnit: null,
  rowCount: 4,
  goods: 3,
  certainty: 0.9,
  notes: ['several prices'],
  headers: [],
  presets: [],
  rows: [
    ['ООО «Поставщик»', '', '', '', '', '', ''],
    ['Артикул', 'Товар', 'Цена', 'Цена', 'Склад', 'Склад', ''],
    ['', '', 'опт', 'розница', 'Север', 'Юг', ''],
    ['Фильтры', '', '', '', '', '', ''],
    ['740.1', 'Фильтр', '900', '1 234,50', '5', '2', ''],
    ['740.2', 'Фильтр', '', 'Звоните', '', '', ''],
    ['—', 'Доставка', '', '300', '', '', ''],
    ['740.3', 'Насос', '', '1,234', '1', '', ''],
  ],
};
const guessed = withGuess({ ...DEFAULT_SETTINGS, providerId: '2', profit: '15', endRow: '9' }, sheet);

describe('the guess of a file', () => {
  it('fills in the layout and leaves everything else as it was typed', () => {
    expect(guessed).toMatchObject({ sheet: 'Прайс', startRow: '4', endRow: '', providerId: '2', profit: '15' });
    expect(guessed.columns).toMatchObject({ article: '1', price: '4', amount: '5', manufacturer: '', weight: '' });
  });

  it('brings the currency of the prices along, which then needs a rate, and takes it away with its file', () => {
    const foreign: GuessedSheet = { ...sheet, currency: 'EUR', notes: ['foreign currency'] };
    const settings = { ...withGuess(DEFAULT_SETTINGS, foreign), brandId: '1', providerId: '1' };
    expect(settings.currency).toBe('EUR');
    expect(settingsErrors(settings)).toEqual({ rate: 'empty' });
    expect(settingsErrors({ ...settings, rate: '100' })).toEqual({});
    expect(settingsErrors({ ...settings, currency: 'руб.' })).toEqual({});
    expect(withGuess({ ...DEFAULT_SETTINGS, currency: 'USD' }, foreign).currency).toBe('USD');
    expect(withGuess(DEFAULT_SETTINGS, { ...sheet, currency: 'RUB' }).currency).toBe('');
    const next = withoutFile({ ...settings, rate: '100' }, answerOf(foreign));
    expect(next).toMatchObject({ currency: '', rate: '', sheet: '', sheets: [] });
    const typed = { ...settings, currency: 'USD', rate: '90' };
    expect(withoutFile(typed, answerOf(foreign))).toMatchObject({ currency: 'USD', rate: '90' });
    expect(withoutFile(settings, null).currency).toBe('EUR');
  });

  it('begins with the sheet of the most goods, as far as it is surely a price list', () => {
    const of = (name: string, goods: number, certainty: number) => ({ ...sheet, name, goods, certainty });
    const contents = of('Содержание', 12, 0.2);
    expect(likeliestSheet(answerOf(contents, of('а', 30, 0.9), of('б', 2000, 0.7)))?.name).toBe('б');
    expect(likeliestSheet(answerOf(contents, of('без артикулов', 2000, 0.5), of('а', 10, 1)))?.name).toBe(
      'без артикулов',
    );
    expect(likeliestSheet(answerOf(of('а', 0, 0.2), of('б', 0, 0.4)))?.name).toBe('б');
    expect(likeliestSheet(answerOf())).toBeUndefined();
  });

  it('belongs to the sheet that is named, as the service takes the first when none is', () => {
    const answer = answerOf(sheet, { ...sheet, name: 'Второй' });
    expect(chosenSheet(answer, { ...guessed, sheet: ' Второй ' })?.name).toBe('Второй');
    expect(chosenSheet(answer, { ...guessed, sheet: '' })?.name).toBe('Прайс');
    expect(chosenSheet(answer, { ...guessed, sheet: 'нет' })).toBeUndefined();
  });

  it('knows our own price list by its header', () => {
    const own = ['№ п/п', 'Артикул', 'Наименование', 'Цена, ₽', 'Бренд', '№ позиции в каталоге'];
    expect(isOwnFile(answerOf({ ...sheet, rows: [own] }))).toBe(true);
    expect(isOwnFile(answerOf(sheet))).toBe(false);
  });
});

describe('the preview of a sheet', () => {
  const { columns, rows } = previewOf(sheet, guessed);

  it('names its columns by letter and header, without the empty one', () => {
    expect(columns.map(({ letters, name, meanings }) => [letters, name, meanings.join()])).toEqual([
      ['A', 'Артикул', 'article'],
      ['B', 'Товар', 'title'],
      ['C', 'Цена опт', ''],
      ['D', 'Цена розница', 'price'],
      ['E', 'Склад Север', 'amount'],
      ['F', 'Склад Юг', ''],
    ]);
  });

  it('tells what each row is read as, and its price where that is beyond doubt', () => {
    const told = (price: (typeof rows)[number]['price']) =>
      price?.kind === 'price' ? price.text.replaceAll('\u00a0', ' ') : (price?.kind ?? '');
    expect(rows.map(({ kind, price }) => [kind, told(price)])).toEqual([
      ['outside', ''],
      ['head', ''],
      ['head', ''],
      ['group', ''],
      ['goods', '1 234,50 ₽'],
      ['goods', 'none'],
      ['no-article', ''],
      ['goods', ''],
    ]);
  });

  it('follows what is typed: the first and the last row, the columns', () => {
    const later = previewOf(sheet, { ...guessed, startRow: '5', endRow: '6' });
    expect(later.rows.map(({ kind }) => kind).slice(3)).toEqual(['outside', 'goods', 'goods', 'outside', 'outside']);
    const letters = previewOf(sheet, { ...guessed, columns: { ...guessed.columns, price: 'C' } });
    expect(letters.columns[2]?.meanings).toEqual(['price']);
  });
});

describe('the meaning of a column', () => {
  const { columns } = guessed;

  it('moves from the column that had it, and drops what the column meant before', () => {
    const moved = withMeaning(columns, 2, 'price');
    expect(moved).toMatchObject({ price: '2', title: '' });
    expect(withMeaning(columns, 4, '').price).toBe('');
  });

  it('adds up stock only where that is asked for', () => {
    const both = withMeaning(columns, 6, 'more-amount');
    expect(both.amount).toBe('5,6');
    expect(withMeaning(both, 5, '').amount).toBe('6');
    expect(withMeaning(both, 6, 'amount').amount).toBe('6');
  });

  it('can be two at once, as an article inside the title is', () => {
    expect(meaningsOf({ ...columns, title: 'A' }, 1)).toEqual(['article', 'title']);
  });
});

describe('a price that is read at sight', () => {
  const read = (text: string, currency = '') => {
    const line = { ...sheet, headerRows: [], rows: [['740.1', 'Фильтр', '', text]] };
    const reading = previewOf(line, { ...guessed, startRow: '1', currency }).rows[0]?.price;
    return reading?.kind === 'price' ? reading.text.replaceAll('\u00a0', ' ') : (reading?.kind ?? null);
  };

  it.each([
    ['1 234,50', '1 234,50 ₽'],
    ['1234.5', '1 234,50 ₽'],
    ['12000 руб.', '12 000 ₽'],
    ['', 'none'],
    ['по запросу', 'none'],
    ['спросите', 'none'],
    ['0,00', 'none'],
    // These are unknown: the service has an error for them.
    ['кубик', 'words'],
    // These can be read in two ways: the check of the whole file decides.
    ['1,234', null],
    ['12 у.е.', null],
    ['12 34', null],
  ])('«%s» is %s', (text, reading) => {
    expect(read(text)).toBe(reading);
  });

  it('is in the currency of the list, unless it says that it is in roubles', () => {
    expect(read('12,5', 'EUR')).toBe('12,50 EUR');
    expect(read('12,5 ₽', 'EUR')).toBe('12,50 ₽');
  });
});

describe('columns that every list has', () => {
  const without = (column: UploadColumn) => ({ ...guessed, columns: { ...guessed.columns, [column]: '' } });

  it('are missed one by one; an article may stand in the title', () => {
    expect(missesColumn(guessed)).toBe(false);
    for (const column of ['article', 'title', 'price', 'amount'] as const)
      expect([column, missesColumn(without(column))]).toEqual([column, true]);
    const inTitle = without('article');
    expect(missesColumn({ ...inTitle, rules: { ...inTitle.rules, articleFrom: 'title' } })).toBe(false);
    expect(missesColumn(without('manufacturer'))).toBe(false);
    expect(isPartly(sheet)).toBe(false);
    expect(isPartly({ ...sheet, columns: { ...sheet.columns, price: null } })).toBe(true);
    expect(isPartly({ ...sheet, columns: { ...sheet.columns, article: null }, notes: ['article in title'] })).toBe(
      false,
    );
  });
});
