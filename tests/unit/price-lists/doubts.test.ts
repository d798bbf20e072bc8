import { expect, it } from 'vitest';
import { doubtsOf, garbledDoubts } from '../../../server/price-lists/rules/doubts.ts';
import { commonOf } from '../../support/moved-prices.ts';

type RunFacts = Parameters<typeof doubtsOf>[0];

const NO_SHIFT = { count: 0, isRise: true, factor: 1 };
const FINE: RunFacts = {
  applied: 100,
  refused: 0,
  leftOut: 0,
  prices: {
    priced: 100,
    priceless: 0,
    repriced: 0,
    moved: 0,
    gone: 0,
    createdPriceless: 0,
    shift: NO_SHIFT,
    common: null,
  },
  errorGroups: [],
  emptied: 0,
  withoutPrices: null,
  collapsed: { rows: 0, examples: [] },
  otherPrices: { rows: 0, examples: [] },
  unknownWords: { rows: 0, words: [] },
};
type Facts = Partial<Omit<RunFacts, 'prices'> & RunFacts['prices']>;
const told = ({ priced, priceless, repriced, moved, gone, createdPriceless, shift, common, ...rest }: Facts) => {
  const given = { priced, priceless, repriced, moved, gone, createdPriceless, shift, common };
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return doubtsOf({ ...FINE, ...rest, prices: { ...FINE.prices, ...said } });
};
const doubts = (facts: Facts) => told(facts).map(({ kind }) => kind);
const collapsed = (rows: number) => ({ rows, examples: [] });
const VAT_GONE = { factor: 1 / 1.2, count: 100 };
const RISE = { isRise: true, factor: 2.4 };

it.each<[string, Facts, string[]]>([
  ['nothing speaks against it', {}, []],
  ['it applied nothing', { applied: 0, priced: 0 }, ['nothing-applied']],
  ['all its rows failed', { applied: 0, priced: 0, refused: 50 }, ['nothing-applied']],
  ['a fifth of its rows was refused', { applied: 80, refused: 20 }, []],
  ['more than a fifth was refused', { applied: 79, refused: 21 }, ['mostly-failed']],
  ['most rows are unknown articles that were not wanted', { applied: 1, priced: 1, leftOut: 99 }, []],
  ['30 of 100 rows have no price', { priceless: 30 }, []],
  ['31 of 100 rows have no price', { priceless: 31 }, ['prices-missing']],
  ['as many positions lose their stock as are named', { emptied: 100 }, []],
  ['more lose it than are named', { emptied: 101 }, ['mostly-missing']],
  [
    'it has no price column',
    { priced: 0, withoutPrices: { created: 0, kept: 100, isSettled: false } },
    ['no-price-column'],
  ],
  [
    'its preset has no price column, and nothing is new',
    { withoutPrices: { created: 0, kept: 9, isSettled: true } },
    [],
  ],
  [
    'its preset has none, and goods are new',
    { withoutPrices: { created: 1, kept: 9, isSettled: true } },
    ['no-price-column'],
  ],
  ['5 of 100 rows meet under other titles', { collapsed: collapsed(5) }, []],
  ['6 of 100 rows meet under other titles', { collapsed: collapsed(6) }, ['rows-collapse']],
  ['20 of 1,000 rows meet under other titles', { applied: 1_000, collapsed: collapsed(20) }, ['rows-collapse']],
  ['one of ten rows meets under another title', { applied: 10, collapsed: collapsed(1) }, []],
  ['unknown words stand for stock', { unknownWords: { rows: 1, words: ['склад'] } }, ['stock-words']],
  ['a tenth of the known prices moved', { repriced: 50, moved: 5 }, []],
  ['more than a tenth moved', { repriced: 50, moved: 6 }, ['prices-moved']],
  ['30 of 100 known prices go', { repriced: 70, gone: 30 }, []],
  ['more of them go', { repriced: 69, gone: 31 }, ['prices-gone']],
  ['they go as most rows have no price', { repriced: 69, gone: 31, priceless: 31 }, ['prices-missing']],
  ['most prices of 19 rise alike', { repriced: 19, shift: { ...RISE, count: 19 } }, []],
  ['59 of 100 prices rise alike', { repriced: 100, shift: { ...RISE, count: 59 } }, []],
  ['60 of 100 prices rise alike', { repriced: 100, shift: { ...RISE, count: 60 } }, ['prices-shifted']],
  ['they rise alike, tenfold', { repriced: 100, moved: 60, shift: { ...RISE, count: 60 } }, ['prices-moved']],
  ['all prices move by one factor', { repriced: 100, common: VAT_GONE }, ['prices-shifted']],
  ['they move by one factor, tenfold', { repriced: 100, moved: 100, common: VAT_GONE }, ['prices-moved']],
  [
    'everything is wrong',
    { refused: 90, priceless: 90, repriced: 9, moved: 9 },
    ['mostly-failed', 'prices-missing', 'prices-moved'],
  ],
])('a run of which %s', (_what, facts, kinds) => {
  expect(doubts(facts)).toEqual(kinds);
});

it.each([
  [2.4, true, 'Цены выше примерно в 2,4 раза у 1 950 из 2 043 позиций'],
  [3.02, false, 'Цены ниже примерно в 3 раза у 1 950 из 2 043 позиций'],
  [5, true, 'Цены выше примерно в 5 раз у 1 950 из 2 043 позиций'],
])('prices that moved %d times are told in words', (factor, isRise, text) => {
  const [doubt] = told({ repriced: 2_043, shift: { count: 1_950, isRise, factor } });
  expect(doubt?.text.replaceAll('\u00a0', ' ')).toContain(text);
});

it.each<[string, Facts, string]>([
  [
    'new goods without a price',
    { withoutPrices: { created: 3, kept: 0, isSettled: false } },
    'Столбец цены не указан: новых позиций без цены — 3. Выберите столбец цены.',
  ],
  [
    'prices that stay, only where there are any',
    { withoutPrices: { created: 1, kept: 9, isSettled: false } },
    'Столбец цены не указан: новых позиций без цены — 1, у известных прежние цены останутся. Выберите столбец цены.',
  ],
  [
    'neither',
    { withoutPrices: { created: 0, kept: 0, isSettled: false } },
    'Столбец цены не указан. Выберите столбец цены.',
  ],
  ['new goods among rows without a price', { priceless: 31, createdPriceless: 21 }, 'среди них 21 новая позиция'],
  [
    'titles that meet',
    { collapsed: { rows: 40, examples: ['«Фильтр» и «Кольцо»'] } },
    'сходятся 40 из 100 строк, например «Фильтр» и «Кольцо»',
  ],
  [
    'unknown words of stock',
    { unknownWords: { rows: 3_532, words: ['склад', 'до востребования'] } },
    '«склад», «до востребования». Они приняты за 0, это 3 532 строки.',
  ],
])('a doubt names %s', (_what, facts, text) => {
  const [doubt] = told(facts);
  expect(doubt?.text.replaceAll('\u00a0', ' ')).toContain(text);
});

it.each([
  [1 / 1.2, 100, 'Все цены ×0,83:'],
  [1.2, 100, 'Все цены ×1,2:'],
  [1000, 100, 'Все цены ×1 000:'],
  [0.001, 100, 'Все цены ×0,001:'],
  [1 / 92.5, 100, 'Все цены ×0,011:'],
  [0.9, 95, 'Цены 95 из 100 позиций ×0,9:'],
])('a common factor of %d is named', (factor, count, text) => {
  const [doubt] = told({ repriced: 100, common: { factor, count } });
  expect(doubt?.text.replaceAll('\u00a0', ' ')).toContain(text);
});

const kopecks = Array.from({ length: 40 }, (_, at) => 1_000 + at * 777);
const toTens = (price: number) => Math.round(price / 1_000) * 1_000;

it.each<[string, (price: number, at: number) => number, number | null]>([
  ['a mark-up of 20 % is gone', (price) => price / 1.2, 0.833],
  ['a mark-up of 5 % is gone', (price) => price / 1.05, 0.952],
  ['VAT of 22 % is added', (price) => price * 1.22, 1.22],
  ['prices are in thousands', (price) => price / 1_000 + 1, null],
  ['prices are a thousand times as high', (price) => price * 1_000, 1_000],
  ['a currency has no rate', (price) => price * 92.5, 92.5],
  ['two of forty have another price', (price, at) => (at < 2 ? price : price * 1.2), 1.2],
  ['a half moved', (price, at) => (at % 2 ? price : price * 1.2), null],
  ['they rise differently', (price, at) => price * (at % 2 ? 1.1 : 1.25), null],
  ['a rate moved by 1 %', (price) => price * 1.01, null],
  ['none moved', (price) => price, null],
])('prices of which %s', async (_what, move, factor) => {
  const common = await commonOf(kopecks.map((price, at) => [price, Math.round(move(price, at))]));
  if (factor === null) expect(common).toBeNull();
  else expect(common?.factor).toBeCloseTo(factor, 2);
});

it('a lost mark-up shows its factor through the rounding of the prices before', async () => {
  const dear = kopecks.map((price) => price * 10);
  const common = await commonOf(dear.map((price) => [toTens(price * 1.2), price]));
  expect(common?.factor).toBeCloseTo(1 / 1.2, 1);
});

it('a factor shows through prices that are rounded now, where most are dear enough for it', async () => {
  const upToTens = (price: number) => Math.ceil(price / 1_000) * 1_000;
  const prices = Array.from({ length: 40 }, (_, at) => 3_990 + at * 7_770);
  expect((await commonOf(prices.map((price) => [price, upToTens(price * 1.2)])))?.factor).toBeCloseTo(1.2, 1);
  const even = prices.map(upToTens);
  const differently = even.map((price, at): [number, number] => [price, upToTens(price * (1 + (at % 5) / 20))]);
  expect(await commonOf(differently)).toBeNull();
  const onlyDear = even.map((price): [number, number] => [price, price < 200_000 ? price : upToTens(price * 1.2)]);
  expect(await commonOf(onlyDear)).toBeNull();
  const cheap = prices.map((_, at) => 1_000 * (1 + (at % 9)));
  expect(await commonOf([...cheap, 900_000, 800_000].map((price) => [price, upToTens(price * 1.2)]))).toBeNull();
});

it('few prices have no common factor', async () => {
  expect(await commonOf(kopecks.slice(0, 4).map((price) => [price, price * 2]))).toBeNull();
  expect((await commonOf(kopecks.slice(0, 5).map((price) => [price, price * 2])))?.count).toBe(5);
});

it('asks where more than a twentieth of the rows is wider than the header', () => {
  const group = (count: number) => ({ code: 'row-wider', message: '', column: null, count, rows: '', text: '' });
  expect(doubts({ applied: 95, refused: 5, errorGroups: [group(5)] })).toEqual([]);
  expect(doubts({ applied: 94, refused: 6, errorGroups: [group(6)] })).toEqual(['rows-wider']);
});

it.each([
  ['Ôèëüòð ìàñëÿíûé', 'Âòóëêà'],
  ['Р¤РёР»СЊС‚СЂ РјР°СЃР»СЏРЅС‹Р№', 'Р’С‚СѓР»РєР°'],
  ['Ð¤Ð¸Ð»ÑŒÑ‚Ñ€', 'Ð’Ñ‚ÑƒÐ»ÐºÐ°'],
  ['оНДЬХОМХЙ ЯРСОХЖШ', 'йНКНДЙЮ РНПЛНГМЮЪ'],
  ['п▓я┌я┐п╩п╨п╟', 'п■п╦я│п╨'],
  ['Љ®«мж® гЇ«®в\u00adЁвҐ«м\u00ad®Ґ', 'Џ®¤иЁЇ\u00adЁЄ бвгЇЁжл'],
  ['Ќасос водЯной', 'Џодшипник ступицы'],
])('asks whether a text was read in its encoding: %s, %s', (...texts) => {
  expect(garbledDoubts(['A-1', ...texts]).map(({ kind }) => kind)).toEqual(['text-garbled']);
  expect(garbledDoubts([texts[0] as string])).toEqual([]);
});

it.each([
  'Фильтр масляный',
  'Citroën, Škoda, façade',
  'РСФСР',
  'ÄÖÜ',
  'Р-51, С-22 «Рига»',
  '日本電装',
  'Їжак ґрунтовий, Стартер ЄВРО',
  '• болт М8 ®, «Урал»—кабина',
  'Втулка Ø20 ±0,1',
  'ЯМЗ-238, КамАЗ, МТЗ',
])('does not where it was: %s', (text) => expect(garbledDoubts([text, text, text])).toEqual([]));
