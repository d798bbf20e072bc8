import { describe, expect, it } from 'vitest';
import { numberOf, priceUnitInHeading, unitCaption } from '../../../server/catalogue/sheets/cell-values.ts';
import { textCell } from '../../../server/platform/sheet-reader/messages.ts';
import { decimalOf, fractionOf } from '../../../server/platform/sheets/decimal.ts';
import { parseRates, readPriceHeading } from '../../../server/price-lists/rules/price.ts';
import {
  parseMarkup,
  parsePriceUnit,
  parseRounding,
  parseVat,
  purchasePrice,
  sellingKopecks,
} from '../../../server/price-lists/rules/selling-price.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';

const BANDS = '0-1000:30; 1000-5000:20; 5000-:10';

/** Kopecks by these bands, and 7 % where none of them says anything. */
const soldBy = (bands: string, price: string): number => {
  const rules = { vat: null, bands: parseMarkup(bands) ?? [], profit: decimalOf('7'), rounding: null };
  return sellingKopecks(fractionOf(decimalOf(price)), null, rules);
};

describe('a mark-up by bands of prices', () => {
  it.each([
    ['0', 30, 0],
    ['1', 30, 130],
    ['999.99', 30, 129_999],
    ['999.999', 30, 130_000],
    ['1000', 20, 120_000],
    ['4999.99', 20, 599_999],
    ['5000', 10, 550_000],
    ['1000000', 10, 110_000_000],
  ])('takes the price %s into the band of %d %%, whose upper end is not part of it', (price, _, kopecks) => {
    expect(soldBy(BANDS, price)).toBe(kopecks);
  });

  it.each([
    ['99.99', 10_699],
    ['500', 53_500],
  ])('says nothing of the price %s, which is in no band', (price, kopecks) => {
    expect(soldBy('100-500:15', price)).toBe(kopecks);
    expect(soldBy('100-500:15', '100')).toBe(11_500);
  });

  it.each([
    ['', 0],
    [' ; \n', 0],
    ['0-1000:30', 1],
    ['5000-:10\n0 – 1 000,50 = 30 %; 1000,5-5000:-20%', 3],
    ['100-500:0', 1],
  ])('is read from «%s»', (text, bands) => {
    expect(parseMarkup(text)).toHaveLength(bands);
  });

  it.each([
    '30',
    '0-1000',
    '0-1000:x',
    '0-1000:30; 2000-:10',
    '0-1000:30; 900-:10',
    '0-:30; 1000-:20',
    '1000-0:30',
    '5-5:30',
    '0-1000:-100',
    '0-1000:10001',
    '-5-10:3',
    '0-1,234:30',
    Array.from({ length: 51 }, (_, at) => `${at}-${at + 1}:1`).join(';'),
  ])('is refused as «%s»', (text) => {
    expect(parseMarkup(text)).toBeNull();
  });
});

describe('the rounding of prices', () => {
  it.each<[string, number, number]>([
    ['1', 12_349, 12_300],
    ['1', 12_350, 12_400],
    ['10', 12_499, 12_000],
    ['10', 12_500, 13_000],
    ['nearest:50', 12_499, 10_000],
    ['up:1', 12_301, 12_400],
    ['up:1', 12_300, 12_300],
    ['up:100', 10_001, 20_000],
    ['up:100', 10_000, 10_000],
    ['up:100-10', 10_000, 19_000],
    ['up:100-10', 19_000, 19_000],
    ['100-1', 14_899, 9_900],
    ['100-1', 14_900, 19_900],
    ['100', 3_000, 10_000],
    ['100-10', 100, 9_000],
    ['up:1000', 0, 0],
  ])('%s makes %d kopecks %d', (text, kopecks, rounded) => {
    const plain = { vat: null, bands: [], profit: decimalOf('0'), rounding: parseRounding(text) ?? null };
    expect(sellingKopecks({ over: BigInt(kopecks), under: 100n }, null, plain)).toBe(rounded);
  });

  it.each(['', 'none', ' NONE '])('is none for «%s»', (text) => expect(parseRounding(text)).toBeNull());

  it.each(['0', 'x', 'down:10', '10:up', '-10', '10-10', '100-200', '0,5', '100001', 'up:'])(
    'is refused as «%s»',
    (text) => expect(parseRounding(text)).toBeUndefined(),
  );
});

describe('value added tax', () => {
  it.each([
    ['add:20', '100', 12_000],
    ['add:20%', '0.01', 1],
    ['remove:20', '120', 10_000],
    ['remove:20', '100', 8_333],
    ['remove:22', '100', 8_197],
    ['ADD: 7,5', '200', 21_500],
  ])('%s makes %s roubles %d kopecks', (text, price, kopecks) => {
    const vat = parseVat(text) ?? null;
    const plain = { vat, bands: [], profit: decimalOf('0'), rounding: null };
    expect(sellingKopecks(purchasePrice(decimalOf(price), null, vat, null), null, plain)).toBe(kopecks);
  });

  it('is none for an empty text', () => expect(parseVat('')).toBeNull());

  it.each(['20', 'add', 'add:0', 'add:101', 'add:-20', 'sub:20', 'add:x'])('is refused as «%s»', (text) =>
    expect(parseVat(text)).toBeUndefined(),
  );
});

describe('rates of currencies', () => {
  it('are read by code or any spelling', () => {
    const rates = parseRates('USD=92,5; евро: 100\n грн. = 2.45');
    expect(Object.entries(rates ?? {}).map(([code, rate]) => [code, numberOf(rate)])).toEqual([
      ['USD', 92.5],
      ['EUR', 100],
      ['UAH', 2.45],
    ]);
    expect(parseRates('')).toEqual({});
  });

  it.each(['USD', 'USD=', 'USD=0', 'USD=-1', 'USD=x', 'RUB=1', 'XXX=5', 'USD=90;$=91', '=5'])(
    'are refused as «%s»',
    (text) => expect(parseRates(text)).toBeNull(),
  );
});

describe('the selling price', () => {
  const rules = (fields: { vat?: string; markup?: string; profit?: string; rounding?: string }) => ({
    vat: parseVat(fields.vat ?? '') ?? null,
    bands: parseMarkup(fields.markup ?? '') ?? [],
    profit: decimalOf(fields.profit ?? '0'),
    rounding: parseRounding(fields.rounding ?? '') ?? null,
  });

  it.each([
    ['100', '15', 11_500],
    ['99.99', '12.5', 11_249],
    ['0.01', '50', 2],
    ['100', '-10', 9_000],
    ['33.33', '0', 3_333],
  ])('%s with %s %% is rounded once: %d', (price, profit, kopecks) => {
    const said = rules({ profit });
    expect(sellingKopecks(purchasePrice(decimalOf(price), null, null, null), null, said)).toBe(kopecks);
  });

  it.each<[string, string | null, string, number]>([
    ['the percentage of the row', '5', BANDS, 10_500],
    ['that of the band', null, BANDS, 13_000],
    ['that of the list outside of all bands', null, '500-:30', 10_700],
    ['that of the list without bands', null, '', 10_700],
  ])('has %s on it', (_which, own, markup, kopecks) => {
    const said = rules({ markup, profit: '7' });
    const percent = own === null ? null : decimalOf(own);
    expect(sellingKopecks(fractionOf(decimalOf('100')), percent, said)).toBe(kopecks);
  });

  it('comes of currency, tax, mark-up and rounding in this order', () => {
    // 9.99 × 92.5 = 924.075; + 20 % = 1108.89, in the second band; + 20 % = 1330.668; up to ten.
    const said = rules({ vat: 'add:20', markup: BANDS, rounding: 'up:10' });
    const purchase = purchasePrice(decimalOf('9.99'), decimalOf('92.5'), said.vat, null);
    expect(sellingKopecks(purchase, null, said)).toBe(134_000);
    expect(sellingKopecks(purchase, null, { ...said, rounding: null })).toBe(133_067);
  });
});

describe('the unit of prices', () => {
  it.each([
    ['Цена, тыс. руб.', 'x1000'],
    ['Цена (тыс.руб)', 'x1000'],
    ['Цена в тысячах рублей', 'x1000'],
    ['Цена, коп.', '/100'],
    ['Цена за 100 шт., руб.', '/100'],
    ['Цена за\n1000шт', '/1000'],
    ['руб./1 000 шт', '/1000'],
    ['Цена за тыс. шт.', '/1000'],
    ['Цена за сотню штук', '/100'],
    ['Price per 100 pcs', '/100'],
    ['Цена, тыс. руб. за 100 шт', 'x1000/100'],
    ['Цена за уп.', 'pack'],
    ['Цена, руб./упак.', 'pack'],
    ['Цена за 10 л', 'pack'],
    ['Цена (т.р.)', 'x1000'],
    ['Цена, т. руб.', 'x1000'],
    ['Цена тр', 'x1000'],
    ['Цена, тыс. ₽', 'x1000'],
    ['Цена, тыс. евро', 'x1000'],
    ['Цена (тыс.)', 'x1000'],
    ['Цена за десяток', '/10'],
    ['Цена за дюжину, руб.', '/12'],
    ['Цена за сотню', '/100'],
    ['Цена за пачку', 'pack'],
  ])('is read in the heading %j', (heading, unit) => {
    expect(priceUnitInHeading(heading)).toBe(unit);
  });

  it.each([
    'Цена',
    'Цена за шт.',
    'Цена за 1 шт., руб.',
    'Цена за комплект',
    'Цена за кг',
    'Цена трубы',
    'Цена с НДС от 50 т.р.',
    'Тыс. шт.',
    'Цена при заказе от 100 шт',
    'Опт от 50 тыс. руб.',
    'при сумме заказа до 100 тыс. руб.',
    'Цена за 12.03.2026',
    'Цена за 2026 год',
    `Цена ${'за '.repeat(200)}`,
  ])('is a piece in the heading %j', (heading) => {
    expect(priceUnitInHeading(heading)).toBeNull();
  });

  it.each([
    ['x1000', { times: 1000, per: 1 }],
    ['х1000', { times: 1000, per: 1 }],
    ['/100', { times: 1, per: 100 }],
    [' x1000/12 ', { times: 1000, per: 12 }],
    ['1', { times: 1, per: 1 }],
    ['', null],
    ['100', undefined],
    ['/0', undefined],
    ['pack', undefined],
    ['x', undefined],
  ])('is written %j', (text, unit) => {
    expect(parsePriceUnit(text)).toEqual(unit);
  });

  it.each([
    ['3', 'x1000', 300_000],
    ['2780', '/1000', 278],
    ['100', '/3', 3_333],
    ['1.25', 'x1000/100', 1_250],
    ['5', '1', 500],
  ])('makes of %s by %s the price of a piece', (price, unit, kopecks) => {
    const purchase = purchasePrice(decimalOf(price), null, null, parsePriceUnit(unit) ?? null);
    const unmarked = { vat: null, bands: [], profit: decimalOf('0'), rounding: null };
    expect(sellingKopecks(purchase, null, unmarked)).toBe(kopecks);
  });

  it('is that of the form before that of the heading, which is reported, and asked for where it is a pack', () => {
    const form = settingsOf({});
    expect(readPriceHeading('Цена, тыс. руб.', form, 0)).toMatchObject({
      prices: { headingUnit: { times: 1000, per: 1 } },
      warnings: [{ code: 'unit-in-heading' }],
      doubts: [],
    });
    expect(readPriceHeading('Цена за уп.', form, 0)).toMatchObject({ warnings: [], doubts: [{ kind: 'price-unit' }] });
    for (const heading of ['Цена за уп.', 'Цена, тыс. руб.'])
      expect(readPriceHeading(heading, settingsOf({ priceUnit: '1' }), 0)).toMatchObject({ warnings: [], doubts: [] });
    expect(readPriceHeading('', form, 0).prices).toEqual({ headingCurrency: null, headingUnit: null });
  });

  const above = (...texts: readonly string[]) =>
    unitCaption(texts.map((text) => ({ cells: new Map([[1, textCell(text)]]) })));

  it.each(['Цены указаны в тыс. руб.', 'Цены за 100 шт.', 'тыс. руб.', '(в тыс. руб.)', 'Цены указаны за упаковку'])(
    'is read above the table: «%s»',
    (caption) => expect(above('Прайс', caption)).toBe(caption),
  );

  it.each([
    'Минимальный заказ 5 тыс. руб. Цены с НДС',
    'Цены действительны при заказе от 100 тыс. руб.',
    'Доставка: 500 руб. за 1 уп.',
    'Цена указана за 1 шт. с НДС',
  ])('is no limit and no fee above it: «%s»', (caption) => expect(above(caption)).toBeNull());

  it('above the table counts where the heading names none, and asks where roubles stand there', () => {
    const read = (heading: string, unit: string) => readPriceHeading(heading, settingsOf({}), 0, { unit });
    const caption = 'Цены указаны в тыс. руб.';
    expect(read('Цена', caption)).toMatchObject({
      prices: { headingUnit: { times: 1000, per: 1 } },
      warnings: [{ code: 'unit-in-heading', text: caption }],
    });
    expect(read('Цена за 100 шт.', caption).prices.headingUnit).toEqual({ times: 1, per: 100 });
    expect(read('Цена, руб.', 'Цены за 100 шт.').prices.headingUnit).toEqual({ times: 1, per: 100 });
    expect(read('Цена, руб.', caption)).toMatchObject({
      prices: { headingUnit: null },
      doubts: [{ kind: 'price-unit', text: expect.stringContaining('Цены указаны') }],
    });
    expect(above('Цены в тыс. руб.', 'Цены за 100 шт.')).toBeNull();
  });
});
