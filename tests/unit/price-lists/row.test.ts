import { describe, expect, it } from 'vitest';
import { type Cell, FORMULA_CELL } from '../../../server/platform/sheet-reader/messages.ts';
import { articleKey } from '../../../server/platform/text/article-key.ts';
import { type ColumnMap, columnsOf } from '../../../server/price-lists/rules/form-fields.ts';
import { type Candidate, type RowRules, readRow, withMergedValues } from '../../../server/price-lists/rules/row.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';

const NO_PROFIT = { units: 0n, scale: 0 };
const COLUMNS = columnsOf({
  article: '1',
  title: '2',
  price: '3',
  amount: '4',
  manufacturer: '5',
  code: '6',
  weight: '7',
});

const text = (value: string): Cell => ({ kind: 'text', text: value });
const number = (value: number): Cell => ({ kind: 'number', text: String(value), number: value });

/** A row whose cells stand from column 1; null is an empty cell. */
function row(...cells: (Cell | string | number | null)[]) {
  const filled = cells.flatMap((cell, at): [number, Cell][] => {
    if (cell === null) return [];
    const made = typeof cell === 'string' ? text(cell) : typeof cell === 'number' ? number(cell) : cell;
    return [[at + 1, made]];
  });
  return { row: 9, cells: new Map(filled) };
}
const rules = (columns: ColumnMap, profit = NO_PROFIT): RowRules => ({ ...settingsOf({}), columns, profit });
const reading = (...cells: Parameters<typeof row>) => readRow(row(...cells), rules(COLUMNS));

describe('a row under merged cells', () => {
  const above = new Map<number, Cell>([
    [1, text('MC-1')],
    [2, text('Пара')],
    [3, number(500)],
    [4, number(2)],
    [6, text('K-1')],
    [9, text('прочее')],
  ]);
  const under = (columns: readonly number[], ...cells: Parameters<typeof row>) => {
    const merged = new Map([...above].filter(([column]) => columns.includes(column)));
    return readRow(withMergedValues({ ...row(...cells), merged }, rules(COLUMNS)), rules(COLUMNS));
  };

  it('with an article of its own has their values, but not what names one position alone', () => {
    expect(under([2, 3, 4, 6, 9], 'MC-2')).toEqual({
      kind: 'position',
      candidate: {
        row: 9,
        article: 'MC-2',
        key: articleKey('MC-2'),
        manufacturer: '',
        fields: { title: 'Пара', price: 50_000, amount: 2 },
      },
      warnings: [expect.objectContaining({ code: 'merged-values', row: 9, column: 'B', text: 'Пара' })],
    });
  });

  it('keeps its own values', () => {
    expect(under([2, 3], 'MC-2', 'Кольцо', 120, 1)).toMatchObject({
      candidate: { fields: { title: 'Кольцо', price: 12_000, amount: 1 } },
      warnings: [],
    });
  });

  it('under the article of another row is no position and no group, and is said', () => {
    const skipped = { kind: 'skipped', warning: { code: 'article-merged', column: 'A', text: 'MC-1' } };
    expect(under([1], null, 'Фильтр, склад 2', 110, 7)).toMatchObject(skipped);
    expect(under([1], null, 'Фильтр, склад 2')).toMatchObject(skipped);
    expect(under([1, 2, 3], null, null, null, 7)).toMatchObject(skipped);
  });

  it('without an article stays a heading', () => {
    expect(under([2, 3], null, 'Масла моторные')).toMatchObject({ kind: 'group', warning: { code: 'heading' } });
  });
});

describe('a row of a price list', () => {
  it('names a position with everything that is given', () => {
    expect(reading('04465-33471', 'Колодки', 1234.5, '>20', 'TOYOTA', 'K-1', 0.75)).toEqual({
      kind: 'position',
      warnings: [],
      candidate: {
        row: 9,
        article: '04465-33471',
        key: '0446533471',
        manufacturer: 'TOYOTA',
        fields: { title: 'Колодки', code: 'K-1', price: 123_450, amount: 20, weight: 75 },
      },
    });
  });

  it.each([
    ['1250=00', 125_000],
    ['1250=00 руб.', 125_000],
    ['1 250,- ₽', 125_000],
    ['1250,-р', 125_000],
    ['1250-50', 125_050],
    ['1 250-50 руб.', 125_050],
    ['1250 руб. 50 коп.', 125_050],
    ['1 250р.5к.', 125_005],
    ['1.250 рублей 5 копеек', 125_005],
    ['12р50к', 1_250],
  ])('with kopecks as tills and accounts write them costs what it says: %s', (price, kopecks) => {
    expect(reading('A1', 'Фильтр', price)).toMatchObject({
      kind: 'position',
      candidate: { fields: { price: kopecks } },
    });
  });

  it.each(['50-80', '99-150', '1250-1300', '1250-5', '1250=5', '12-50'])(
    'fails where a price may be a range or something else: %s',
    (price) => {
      expect(reading('A1', 'Фильтр', price)).toMatchObject({ kind: 'failed' });
    },
  );

  it('with empty cells sets price and amount to 0 and leaves texts and sizes alone', () => {
    expect(reading('A1', null, null, null, 'X')).toMatchObject({
      candidate: { manufacturer: 'X', fields: { price: 0, amount: 0 } },
    });
    const { candidate } = reading('A1', null, 5) as { candidate: object };
    expect(candidate).toMatchObject({ manufacturer: '', fields: { price: 500, amount: 0 } });
    expect(candidate).not.toHaveProperty('fields.title');
    expect(candidate).not.toHaveProperty('fields.weight');
  });

  it('does not touch what has no column', () => {
    const stockOnly = columnsOf({ article: '1', amount: '2' });
    expect(readRow(row('A1', 5), rules(stockOnly))).toMatchObject({
      candidate: { manufacturer: undefined, fields: { amount: 5 } },
    });
    expect(readRow(row('A1', 5), rules(stockOnly))).not.toHaveProperty('candidate.fields.price');
  });

  it('with nothing but the article is a group row', () => {
    expect(reading('Масла моторные')).toEqual({ kind: 'group' });
    expect(reading(20)).toEqual({ kind: 'group' });
  });

  it('with one text anywhere but in the article is a group row, told once', () => {
    expect(reading(null, 'Масла моторные')).toMatchObject({ kind: 'group', warning: { code: 'heading' } });
  });

  it('is a group row also where title and article are one column', () => {
    const columns = columnsOf({ article: '1', title: '1', amount: '4' });
    expect(readRow(row('Вытяжки'), rules(columns)).kind).toBe('group');
    expect(readRow(row('Gorenje', null, null, 3), rules(columns))).toMatchObject({
      candidate: { article: 'Gorenje', fields: { title: 'Gorenje', amount: 3 } },
    });
  });

  it.each([
    ...[
      '01.дек',
      '1-дек',
      'мар.15',
      '12.май',
      '15.03.2023',
      '2023-03-15',
      '2001-02-03 00:00:00',
      '3-Jan',
      'Jan-03',
    ].map((article) => [article, 'article-date']),
    ...['4,60712E+12', '9.87655E+11', '1E+05', '1,5E-05'].map((article) => [article, 'digits-lost']),
  ])('does not take what Excel made of an article: %s', (article, code) => {
    expect(reading(article as string, 'Кольцо', 100)).toMatchObject({
      kind: 'failed',
      errors: [{ row: 9, column: 'A', code, text: article }],
    });
  });

  it.each(['740E12', '12E+5', 'MAR-15', '01.дека', '53.10.2000', '1E5', 'май', '12-3', '01.12', '3-Jan-A'])(
    'takes an article that only resembles it: %s',
    (article) => expect(reading(article, 'Кольцо', 100)).toMatchObject({ candidate: { article } }),
  );

  it('never takes a text with damaged signs, an error of a formula or shifted cells', () => {
    const error: Cell = { kind: 'error', text: '#Н/Д' };
    const damaged: Cell = { kind: 'damaged', text: 'Фил\ufffdтр' };
    const shifted = (value: string): Cell => ({ kind: 'shifted', text: value });
    const codeOf = (...cells: Parameters<typeof row>) => {
      const read = reading(...cells);
      return read.kind === 'failed' ? read.errors.map(({ code, column }) => `${code} ${column}`) : read.kind;
    };
    expect(codeOf(error, 'Кольцо', 100)).toEqual(['formula-error A']);
    expect(codeOf(damaged, 'Кольцо', 100)).toEqual(['damaged-text A']);
    expect(codeOf('A-1', damaged, 100)).toEqual(['damaged-text B']);
    expect(codeOf('A-1', error, error, error)).toEqual(['formula-error B', 'formula-error C', 'formula-error D']);
    expect(codeOf(shifted('A-1'), shifted('Кольцо'), shifted('100'), shifted('5'))).toEqual(['row-wider null']);
    expect(codeOf(shifted('A-1'))).toEqual(['row-wider null']);
  });

  it.each([[null], ['---'], ['  ']])(
    'without a letter or digit in the article (%s) is skipped with a remark',
    (article) => {
      expect(reading(article, 'Фильтр', 100)).toMatchObject({
        kind: 'skipped',
        warning: { row: 9, column: 'A', code: 'no-article' },
      });
    },
  );

  it.each([
    'б/н',
    'Б/Н',
    'б\\н',
    'б.н.',
    'БН',
    'н/д',
    'Н.Д.',
    'нет',
    'Нет',
    'без номера',
    'БЕЗ АРТИКУЛА',
    'нет артикула',
    'не указан',
    'отсутствует',
    'n/a',
    'N/A',
    'б/а',
    'none',
    '0',
    '000',
    '-',
    '—',
    '?',
    'null',
    'без №',
    'H/Д',
    'n/n',
    '(пусто)',
    'отсут.',
    'ххх',
    'XXX',
    'ИСТИНА',
    'false',
    'не присвоен',
  ])('with the words «%s» for an article has none', (article) => {
    expect(reading(article, 'Фильтр', 100, 5)).toMatchObject({
      kind: 'skipped',
      warning: { code: 'no-article', text: article },
    });
  });

  it.each(['НЕТ-1', 'NA', 'НД', 'BN-0', '0-1', 'нетто', 'БН-500', 'Б/Н 12'])(
    'has the article «%s» all the same',
    (article) => {
      expect(reading(article, 'Фильтр', 100, 5)).toMatchObject({ kind: 'position', candidate: { article } });
    },
  );

  it('takes the code where words stand for the article, if codes may replace articles', () => {
    const coded = { ...rules(COLUMNS), articleFrom: 'code' as const };
    expect(readRow(row('б/н', 'Фильтр', 100, 5, 'X', 'K-1'), coded)).toMatchObject({ candidate: { article: 'K-1' } });
  });

  it('that sums up others is a total, whatever else it says', () => {
    expect(reading('Итого', null, 200, 10)).toMatchObject({ kind: 'total', warning: { code: 'total', text: 'Итого' } });
    expect(reading(null, 'Итого по группе')).toMatchObject({ kind: 'total' });
  });

  it('that repeats the names of the columns or numbers them is a heading', () => {
    const heading = { kind: 'group', warning: { code: 'heading' } };
    expect(reading('Артикул', 'Наименование', 'Цена', 'Остаток')).toMatchObject(heading);
    expect(reading('Код', 'Товар', 'Цена, руб.', 'Кол-во', 'Бренд')).toMatchObject(heading);
    expect(reading('Каталожный номер', 'Наименование')).toMatchObject(heading);
    expect(reading('1', '2', '3', '4', '5')).toMatchObject(heading);
    expect(reading(2, 3, 4, 5)).toMatchObject(heading);
    expect(reading('1', '2', '30', '4')).toMatchObject({ kind: 'position' });
    expect(reading('Код-2', 'Товар', 10, 4)).toMatchObject({ kind: 'position' });
    expect(reading('Каталог', 'Каталог запчастей', 10, 4)).toMatchObject({ kind: 'position' });
  });

  it.each(['ожидаем', 'нет', 'под заказ', 'очікуємо'])('takes the amount «%s» as 0 with a warning', (amount) => {
    expect(reading('A1', 'T', 5, amount)).toMatchObject({
      candidate: { fields: { amount: 0, price: 500 } },
      warnings: [{ code: 'amount-word', column: 'D', text: amount }],
    });
  });

  it.each(['+', 'да', 'есть', 'Есть'])('takes the amount «%s» as 1', (amount) => {
    expect(reading('A1', 'T', 5, amount)).toMatchObject({
      candidate: { fields: { amount: 1 } },
      warnings: [{ code: 'amount-word', text: amount }],
    });
  });

  it.each(['<5', 'есть (3)', '10 (резерв 2)', 'склад 2', 'много'])(
    'keeps the price beside the stock «%s», and what is there in sight',
    (amount) => {
      const { candidate } = reading('A1', 'T', 5, amount) as { candidate: Candidate };
      expect(candidate.fields).toMatchObject({ price: 500, amount: expect.any(Number) });
      expect(candidate.fields.amount).toBeGreaterThan(0);
    },
  );

  it('takes a negative amount as 0 with a warning', () => {
    expect(reading('A1', 'T', 5, -3)).toMatchObject({
      candidate: { fields: { amount: 0 } },
      warnings: [{ code: 'amount-negative' }],
    });
  });

  const date: Cell = { kind: 'date', text: '12.03.2024', number: 45_363 };
  const broken: Cell = { kind: 'error', text: '#N/A' };
  it.each<[string, Cell | string | number, string]>([
    ['negative', -1, '-1'],
    ['negative', '-1,50', '-1,50'],
    ['not-a-number', '1e5', '1e5'],
    ['not-a-number', 'Фильтр', 'Фильтр'],
    ['not-a-number', '12-3', '12-3'],
    ['date', date, '12.03.2024'],
    ['formula-error', broken, '#N/A'],
    ['formula-without-value', FORMULA_CELL, ''],
    ['too-large', 1e15, '1000000000000000'],
  ])('security 31: fails as %s for the price %s, told with place and text', (code, price, shown) => {
    expect(reading('A1', 'T', price)).toMatchObject({
      kind: 'failed',
      errors: [{ row: 9, column: 'C', code, text: shown, message: expect.stringContaining('Цена') }],
    });
  });

  it.each(['Звоните', 'Звоните!!!', 'по запросу', 'ДОГОВОРНАЯ', 'уточняйте по тел. 8 900 123-45-67', 'нет цены'])(
    'has no price where the cell says «%s», keeps its amount and tells of it',
    (price) => {
      expect(reading('A1', 'T', price, 7)).toMatchObject({
        candidate: { fields: { price: 0, amount: 7 } },
        warnings: [{ code: 'price-in-words', column: 'C', text: price }],
      });
    },
  );

  it.each(['-', '—', ' – ', '...', '*'])('has no price where the cell holds %s', (price) => {
    expect(reading('A1', 'T', price, 7)).toMatchObject({
      candidate: { fields: { price: 0, amount: 7 } },
      warnings: [],
    });
  });

  it.each<[string, number]>([
    ['1 234,50 ₽', 123_450],
    ['100 уточняйте', 10_000],
    ['1,234.50', 123_450],
  ])('security 31: reads the price %s as %d kopecks', (price, kopecks) => {
    expect(reading('A1', 'T', price)).toMatchObject({ candidate: { fields: { price: kopecks } } });
  });

  it.each([
    ['17,23 EUR', 'в\u00a0евро'],
    ['17,23 €/шт', 'в\u00a0евро'],
    ['$12', 'в\u00a0долларах'],
    ['12 у.е.', 'в\u00a0условных единицах'],
    ['7,02 UAH', 'в\u00a0гривнах'],
    ['7,02 грн.', 'в\u00a0гривнах'],
    ['7,02 BYN', 'в\u00a0белорусских рублях'],
    ['7 бел. руб.', 'в\u00a0белорусских рублях'],
    ['1 200 KZT', 'в\u00a0тенге'],
    ['1200 тенге', 'в\u00a0тенге'],
    ['₿ 1', 'в\u00a0валюте ₿'],
  ])('refuses the price %s with its currency: %s', (price, named) => {
    expect(reading('A1', 'T', price)).toMatchObject({
      kind: 'failed',
      errors: [{ code: 'currency', column: 'C', text: price, message: expect.stringContaining(named) }],
    });
  });

  it('refuses a number that the sheet shows in another currency', () => {
    const shown: Cell = { kind: 'number', text: '17.23 €', number: 17.23 };
    expect(reading('A1', 'T', shown)).toMatchObject({ errors: [{ code: 'currency' }] });
  });

  it.each(['100 руб', '100 руб.', '100 рублей', '100 р.', '100р', '100 ₽', '₽100', '100 RUB', 'RUR 100', '100 rub'])(
    'takes %s as roubles',
    (price) => {
      expect(reading('A1', 'T', price)).toMatchObject({ candidate: { fields: { price: 10_000 } } });
    },
  );

  it('takes prices in the currency of the list at its rate, roubles as they are, and refuses others', () => {
    const hryvnia = settingsOf({ currency: 'грн', rate: '2,45', profit: '10' });
    const price = (cell: string | number) => readRow(row('A1', 'T', cell), hryvnia);
    expect(price('7,02 UAH')).toMatchObject({ candidate: { fields: { price: 1892 } } });
    expect(price(7.02)).toMatchObject({ candidate: { fields: { price: 1892 } } });
    expect(price('10 руб.')).toMatchObject({ candidate: { fields: { price: 1100 } } });
    expect(price('$1')).toMatchObject({ errors: [{ code: 'currency' }] });
    const oneToOne = settingsOf({ currency: 'UAH' });
    expect(readRow(row('A1', 'T', '7,02 UAH'), oneToOne)).toMatchObject({ candidate: { fields: { price: 702 } } });
  });

  it.each([
    ['15 %'],
    ['15%'],
    ['-10%'],
    ['15％'],
    [{ kind: 'number', text: '15%', number: 0.15 } as const],
    [{ kind: 'number', text: '15,0 %', number: 0.15 } as const],
  ])('takes no share for a price: %j', (cell) => {
    expect(reading('A1', 'T', cell)).toMatchObject({ kind: 'failed', errors: [{ code: 'percent', column: 'C' }] });
    const marked = readRow(row('A1', 'T', cell), settingsOf({ vat: 'add:20' }));
    expect(marked).toMatchObject({ errors: [{ code: 'percent' }] });
  });

  it('security 31: fails for a date where the article should be', () => {
    expect(reading({ kind: 'date', text: '01.01.1900', number: 1 }, 'T', 5)).toMatchObject({
      kind: 'failed',
      errors: [{ code: 'article-date', text: '01.01.1900' }],
    });
  });

  it.each(['12.май', '3-Jan', 'янв.50', '01.10.2024', '5/12/2024'])(
    'fails for a price or a stock that a spreadsheet made a date: %s',
    (date) => {
      expect(reading('A1', 'T', date, 5)).toMatchObject({ errors: [{ code: 'date', column: 'C', text: date }] });
      expect(reading('A1', 'T', 5, date)).toMatchObject({ errors: [{ code: 'date', column: 'D', text: date }] });
    },
  );

  it.each([
    ['12.10', 1_210],
    ['12.10 р.', 1_210],
    ['1/2', null],
  ])('takes %s for no date', (text, price) => {
    expect(reading('A1', 'T', text, 5)).toMatchObject(
      price === null ? { errors: [{ code: 'not-a-number' }] } : { candidate: { fields: { price } } },
    );
  });

  it.each([
    ['Менеджер', 'Петров'],
    ['Дата печати', '12.03.2024 10:22'],
    ['тел. (351) 222-33-44', 'Челябинск'],
    ['info@b1.ru', 'Заказы'],
    ['1.2', 'КПП'],
  ])('with nothing but «%s» and «%s» may be a line about the list', (article, title) => {
    const { candidate } = reading(article, title) as { candidate: Candidate };
    expect(candidate.isCaption).toBe(true);
    expect(reading(article, title, 5)).not.toMatchObject({ candidate: { isCaption: true } });
    expect(reading(article, title, null, 1)).not.toMatchObject({ candidate: { isCaption: true } });
  });

  it.each(['КР-15', '5320', '740.30-1003010', 'А1'])('with the article %s is a part', (article) => {
    expect(reading(article, 'Кронштейн')).not.toMatchObject({ candidate: { isCaption: true } });
  });

  it('fails for an amount that is a formula without a value, and leaves such texts and sizes alone', () => {
    expect(reading('A1', 'T', 5, FORMULA_CELL)).toMatchObject({
      errors: [{ code: 'formula-without-value', column: 'D' }],
    });
    const { candidate } = reading('A1', FORMULA_CELL, 5, 1, FORMULA_CELL, FORMULA_CELL, FORMULA_CELL) as {
      candidate: Candidate;
    };
    expect(candidate).toMatchObject({ manufacturer: '', fields: { price: 500, amount: 1 } });
    expect(Object.keys(candidate.fields)).toEqual(['price', 'amount']);
  });

  it('adds up the stock of several columns, with words among them', () => {
    const several = settingsOf({ article: '1', title: '2', price: '3', amount: '4,5,6' });
    expect(readRow(row('A1', 'T', 5, 2, 'есть (3)', 0.1), several)).toMatchObject({
      candidate: { fields: { amount: 5.1 } },
    });
    expect(readRow(row('A1', 'T', 5, null, null, 7), several)).toMatchObject({ candidate: { fields: { amount: 7 } } });
    expect(readRow(row('A1', 'T', 5, 2, '1.2.3'), several)).toMatchObject({
      errors: [{ column: 'E', code: 'not-a-number' }],
    });
    const stockOnly = settingsOf({ article: '1', amount: '4,5' });
    expect(readRow(row('A1', null, null, null, 3), stockOnly).kind).toBe('position');
    expect(readRow(row('A1', null, null, null, null), stockOnly).kind).toBe('group');
  });

  it('tells every mistake of a row at once', () => {
    const { errors } = reading('A1', 'T', 'x', '1.2.3') as { errors: readonly unknown[] };
    expect(errors).toHaveLength(2);
  });

  it('puts the percentage on the price, the one of the row before the one of the upload', () => {
    const columns = columnsOf({ article: '1', title: '2', price: '3', profitColumn: '4' });
    const ten = { units: 10n, scale: 0 };
    expect(readRow(row('A1', 'T', 100), rules(columns, ten))).toMatchObject({
      candidate: { fields: { price: 11_000 } },
    });
    expect(readRow(row('A1', 'T', 100, '20%'), rules(columns, ten))).toMatchObject({
      candidate: { fields: { price: 12_000 } },
    });
    expect(readRow(row('A1', 'T', 100, 'x'), rules(columns, ten))).toMatchObject({ kind: 'failed' });
  });

  it.each(['00123', '1E5', '12-3/4', 'АВС', '1234567890123456789012345'])(
    'security 33: keeps the article %s as it is',
    (article) => {
      expect(reading(article, 'T', 5)).toMatchObject({ candidate: { article } });
    },
  );

  it('warns of an article typed as a number with more digits than a number keeps', () => {
    const long: Cell = { kind: 'number', text: '1234567890123456800000000', number: 1.2345678901234568e24 };
    expect(reading(long, 'T', 5)).toMatchObject({ warnings: [{ code: 'digits-lost' }] });
  });

  it.each(["=cmd|'/C calc'!A0", '-40°C', '@x'])('security 34: keeps the title %s as text', (title) => {
    expect(reading('A1', title, 5)).toMatchObject({ candidate: { fields: { title } } });
  });

  it('cleans texts of outer spaces, line breaks and characters that no database takes', () => {
    expect(reading(' A1 ', '\tФильтр\r\nмасляный\0 \ud800', 5)).toMatchObject({
      candidate: { article: 'A1', fields: { title: 'Фильтр масляный \ufffd' } },
    });
  });

  it('leaves out control characters, with which a text file could not be read back', () => {
    expect(reading('A\u00011', 'Фильтр\u000b масляный\u001f', 5)).toMatchObject({
      candidate: { article: 'A1', fields: { title: 'Фильтр масляный' } },
    });
  });

  it('cuts a long title with a warning and refuses a long article', () => {
    expect(reading('A1', 'я'.repeat(1001), 5)).toMatchObject({
      candidate: { fields: { title: 'я'.repeat(1000) } },
      warnings: [{ code: 'cut' }],
    });
    expect(reading('9'.repeat(201), 'T', 5)).toMatchObject({ kind: 'failed', errors: [{ code: 'too-long' }] });
  });
});
