import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../server/platform/sheet-reader/messages.ts';
import { articleOf } from '../../../server/price-lists/rules/cells.ts';
import type { FormFields } from '../../../server/price-lists/rules/form-fields.ts';
import { type Candidate, headingsAbove, readRow } from '../../../server/price-lists/rules/row.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';

/** A row of texts from column 1 as it is read by a form. */
function read(form: FormFields, ...texts: (string | number)[]) {
  const cells = new Map<number, Cell>();
  for (const [at, said] of texts.entries()) {
    if (said === '') continue;
    const number = typeof said === 'number' ? { kind: 'number' as const, number: said } : { kind: 'text' as const };
    cells.set(at + 1, { ...number, text: String(said) });
  }
  return readRow({ row: 9, cells }, settingsOf({ article: '1', title: '2', price: '3', ...form }));
}
const candidateOf = (reading: object) => (reading as { candidate: Candidate }).candidate;

describe('headings above the first row', () => {
  const texts = (row: number, ...said: string[]) => ({
    row,
    cells: new Map<number, Cell>(
      said.map((text, at) => [at + 1, { kind: 'text' as const, text }] as const).filter(([, { text }]) => text !== ''),
    ),
  });
  const rowsOf = (form: FormFields, ...head: ReturnType<typeof texts>[]) =>
    headingsAbove(head, settingsOf({ article: '1', title: '2', price: '3', ...form })).map(({ row }) => row);

  it('are those between the header, or goods that are not read, and the list', () => {
    const header = texts(3, 'Артикул', 'Наименование', 'Цена');
    expect(rowsOf({}, texts(1, 'ООО «Ромашка»'), header, texts(4, 'Фильтры'), texts(5, '', 'MANN'))).toEqual([4, 5]);
    expect(rowsOf({}, header, texts(4, 'A1', 'Фильтр', '100'), texts(6, 'Насосы'))).toEqual([6]);
    expect(rowsOf({ manufacturerFrom: 'groups' }, header, texts(4, '', 'MANN'))).toEqual([4]);
    expect(rowsOf({}, header)).toEqual([]);
  });

  it('are not the lines of a letterhead without a header', () => {
    expect(rowsOf({}, texts(1, 'ООО «Ромашка»'), texts(2, 'г. Уфа'))).toEqual([]);
  });
});

describe('the price of a row', () => {
  const RATES = { currencyColumn: '4', rates: 'USD=92,5; EUR=100' };
  it.each<[string, FormFields, (string | number)[], number]>([
    ['in the currency of its cell', RATES, [10, 'USD'], 92_500],
    ['in euros', RATES, ['10,50', '€'], 105_000],
    ['in roubles', RATES, [10, 'руб.'], 1_000],
    ['in roubles where the cell is empty', RATES, [10, ''], 1_000],
    ['in the currency of the list where the cell is empty', { ...RATES, currency: 'EUR' }, [10, ''], 100_000],
    ['in the currency that the price names', { rates: 'USD=92,5' }, ['$10'], 92_500],
    ['in the currency that price and cell name', RATES, ['10 $', 'USD'], 92_500],
    ['without one, whatever the cell says', RATES, ['', 'XXX'], 0],
    ['with the percentage of the row over the band', { markup: '0-:30', profitColumn: '4' }, [100, 5], 10_500],
    ['of a band after the rate', { ...RATES, markup: '0-500:30; 500-:20' }, [10, 'USD'], 111_000],
    ['with tax and rounding', { vat: 'add:20', rounding: 'up:50' }, [100], 15_000],
    ['of zero, which is none, unrounded', { rounding: 'up:50', markup: '0-:30' }, [0], 0],
  ])('is read %s', (_case, form, [price = '', other = ''], kopecks) => {
    expect(candidateOf(read(form, 'A1', 'Фильтр', price, other)).fields.price).toBe(kopecks);
  });

  it.each<[string, (string | number)[], string]>([
    ['a currency without a rate', [10, 'GBP'], 'C'],
    ['a word that is no currency', [10, 'штук'], 'D'],
    ['two different currencies', ['10 €', 'USD'], 'C'],
  ])('is an error for %s', (_case, [price = '', currency = ''], column) => {
    expect(read(RATES, 'A1', 'Фильтр', price, currency)).toMatchObject({
      kind: 'failed',
      errors: [{ code: 'currency', column }],
    });
  });

  it('security 31: stays an error for what is no number, with any rules', () => {
    const form = { markup: '0-:30', vat: 'add:20', rounding: '10', priceless: 'skip', minPrice: '1' };
    expect(read(form, 'A1', 'Фильтр', 'абв')).toMatchObject({ errors: [{ code: 'not-a-number' }] });
    expect(read(form, 'A1', 'Фильтр', -5)).toMatchObject({ errors: [{ code: 'negative' }] });
    expect(read(form, 'A1', 'Фильтр', 1e15)).toMatchObject({ errors: [{ code: 'too-large' }] });
  });
});

describe('a row that the rules leave out', () => {
  it.each<[string, FormFields, (string | number)[], string]>([
    ['a word of its title', { skipWords: 'уценка; б/у' }, ['A1', 'Фильтр б/у', 5], 'left-out-word'],
    ['a word in any case', { skipWords: 'Учётный' }, ['A1', 'УЧЕТНЫЙ фильтр', 5], 'left-out-word'],
    ['a word in brackets', { skipWords: 'уцен' }, ['A1', 'Фильтр (уценка)', 5], 'left-out-word'],
    ['a word of another column', { skipWords: 'аналог', code: '4' }, ['A1', 'T', 5, 'Аналоги'], 'left-out-word'],
    ['a word, however wrong the rest', { skipWords: 'аналог' }, ['A1', 'Аналог', 'x'], 'left-out-word'],
    ['no price', { priceless: 'skip' }, ['A1', 'T', ''], 'left-out-priceless'],
    ['a price in words', { priceless: 'skip' }, ['A1', 'T', 'Звоните'], 'left-out-priceless'],
    ['a low price', { minPrice: '10' }, ['A1', 'T', '9,99'], 'left-out-price'],
    ['a high price', { maxPrice: '10' }, ['A1', 'T', 10.01], 'left-out-price'],
    ['a low price after its rate', { minPrice: '100', rates: 'USD=9' }, ['A1', 'T', '$11'], 'left-out-price'],
  ])('has %s', (_case, form, texts, code) => {
    expect(read(form, ...texts)).toMatchObject({ kind: 'left-out', warning: { row: 9, code } });
  });

  it.each<[string, FormFields, (string | number)[]]>([
    ['a word inside another', { skipWords: 'ценка' }, ['A1', 'Уценка', 5]],
    ['no price', { minPrice: '10' }, ['A1', 'T', '']],
    ['the least price', { minPrice: '10' }, ['A1', 'T', 10]],
    ['the largest price before its mark-up', { maxPrice: '10', profit: '50' }, ['A1', 'T', 10]],
  ])('does not have %s', (_case, form, texts) => {
    expect(read(form, ...texts).kind).toBe('position');
  });
});

describe('an article that the list does not have', () => {
  const CODE = { article: '', code: '1', articleFrom: 'code' };
  const TITLE = { article: '', articleFrom: 'title' };

  it('is the code', () => {
    expect(read(CODE, 'K-100', 'Фильтр', 5)).toMatchObject({
      candidate: { article: 'K-100', key: 'k100', fields: { code: 'K-100' } },
      warnings: [{ code: 'article-from-code', column: 'A', text: 'K-100' }],
    });
    expect(read({ ...CODE, article: '4' }, 'K-100', 'Фильтр', 5, 'A1')).toMatchObject({
      candidate: { article: 'A1' },
      warnings: [],
    });
    expect(read({ ...CODE, article: '4' }, 'K-100', 'Фильтр', 5, '—')).toMatchObject({
      candidate: { article: 'K-100' },
    });
  });

  it('is a word of the title, also where the title is named as the column of articles', () => {
    for (const article of ['', '2']) {
      expect(read({ ...TITLE, article }, '', 'Колодки 04465-33471 перед', 5)).toMatchObject({
        candidate: { article: '04465-33471', fields: { title: 'Колодки 04465-33471 перед' } },
        warnings: [{ code: 'article-from-title', column: 'B' }],
      });
    }
  });

  it('is missing all the same where nothing looks like one; a lone title or code is a heading', () => {
    expect(read(TITLE, '', 'Колодки передние', 5)).toMatchObject({
      kind: 'skipped',
      warning: { code: 'no-article', column: 'B' },
    });
    expect(read(TITLE, '', 'Колодки 04465-33471')).toEqual({ kind: 'group' });
    expect(read(CODE, 'K-100')).toEqual({ kind: 'group' });
    expect(read(CODE, '', 'Фильтр', 5).kind).toBe('skipped');
  });

  it.each([
    ['Колодки тормозные 04465-33471 передние', '04465-33471'],
    ['Фильтр масляный (арт. W712/75)', 'W712/75'],
    ['Артикул: 8-97034-590, кольцо', '8-97034-590'],
    ['Ремень арт.5 мм', '5'],
    ['Печь Miele DA 2578, арт. DA 2578 WCS (шт.)', 'DA 2578 WCS'],
    ['Вытяжка, арт. ICBNSE 5123 белая', 'ICBNSE 5123'],
    ['Ремкомплект арт. без номера', ''],
    ['Шина 215/70 R15C 109/107R', ''],
    ['Артефакт5 арт№ 740.1005160', '740.1005160'],
    ['Масло моторное 5W-40 4л 550046364', '550046364'],
    ['Болт М12х1,25х40 51.90020-0125', '51.90020-0125'],
    ['Диск 7,5x17 5x114,3 ET45 K&K КС-699', 'КС-699'],
    ['Лампа 12V 21W BA15S', 'BA15S'],
    ['Аккумулятор 60Ач 12В', ''],
    ['Фара Camry 2010-2015', ''],
    ['Шина 205/55R16 91V', ''],
    ['Фильтр', ''],
    [`${'арт.'.repeat(100_000)}`, ''],
  ])('is found in «%s»: «%s»', (title, article) => {
    const cells = new Map([[2, { kind: 'text' as const, text: title }]]);
    expect(articleOf(cells, { title: 2 }, 'title').text).toBe(article);
  });
});
