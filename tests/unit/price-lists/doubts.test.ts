import { expect, it } from 'vitest';
import { doubtsOf, isPriceMoved } from '../../../server/price-lists/rules/doubts.ts';

type RunFacts = Parameters<typeof doubtsOf>[0];

const NO_SHIFT = { count: 0, isRise: true, factor: 1 };
const FINE: RunFacts = {
  applied: 100,
  refused: 0,
  leftOut: 0,
  prices: { priced: 100, priceless: 0, repriced: 0, moved: 0, gone: 0, createdPriceless: 0, shift: NO_SHIFT },
  errorGroups: [],
  emptied: 0,
  withoutPrices: null,
  collapsed: { rows: 0, examples: [] },
  unknownWords: { rows: 0, words: [] },
};
type Facts = Partial<Omit<RunFacts, 'prices'> & RunFacts['prices']>;
const told = ({ priced, priceless, repriced, moved, gone, createdPriceless, shift, ...rest }: Facts) => {
  const given = { priced, priceless, repriced, moved, gone, createdPriceless, shift };
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return doubtsOf({ ...FINE, ...rest, prices: { ...FINE.prices, ...said } });
};
const doubts = (facts: Facts) => told(facts).map(({ kind }) => kind);
const collapsed = (rows: number) => ({ rows, examples: [] });
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
  [
    'everything is wrong',
    { refused: 90, priceless: 90, repriced: 9, moved: 9 },
    ['mostly-failed', 'prices-missing', 'prices-moved'],
  ],
])('a run of which %s', (_what, facts, kinds) => {
  expect(doubts(facts)).toEqual(kinds);
});

it.each([
  [100, 900, false],
  [100, 1000, true],
  [105, 1000, true],
  [106, 1000, false],
  [100, 1001, true],
])('%d and %d are a tenfold move, rounding apart: %s', (less, more, isMoved) => {
  expect([isPriceMoved(less, more), isPriceMoved(more, less)]).toEqual([isMoved, isMoved]);
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
