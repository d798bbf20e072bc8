import { expect, it } from 'vitest';
import { doubtsOf, garbledDoubts, isPriceMoved } from '../../../server/price-lists/rules/doubts.ts';

type RunFacts = Parameters<typeof doubtsOf>[0];

const NO_SHIFT = { count: 0, isRise: true, factor: 1 };
const FINE: RunFacts = {
  applied: 100,
  refused: 0,
  leftOut: 0,
  prices: { priced: 100, priceless: 0, repriced: 0, moved: 0, gone: 0, shift: NO_SHIFT },
  errorGroups: [],
  emptied: 0,
};
type Facts = Partial<Omit<RunFacts, 'prices'> & RunFacts['prices']>;
const told = ({ priced = 100, priceless = 0, repriced = 0, moved = 0, gone = 0, shift, ...rest }: Facts) =>
  doubtsOf({ ...FINE, ...rest, prices: { priced, priceless, repriced, moved, gone, shift: shift ?? NO_SHIFT } });
const doubts = (facts: Facts) => told(facts).map(({ kind }) => kind);
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
  ['it has no price column', { priced: 0 }, []],
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

it('asks where more than a twentieth of the rows is wider than the header', () => {
  const group = (count: number) => ({ code: 'row-wider', message: '', column: null, count, rows: '', text: '' });
  expect(doubts({ applied: 95, refused: 5, errorGroups: [group(5)] })).toEqual([]);
  expect(doubts({ applied: 94, refused: 6, errorGroups: [group(6)] })).toEqual(['rows-wider']);
});

it.each([
  ['Ôèëüòð ìàñëÿíûé', 'Âòóëêà'],
  ['Р¤РёР»СЊС‚СЂ РјР°СЃР»СЏРЅС‹Р№', 'Р’С‚СѓР»РєР°'],
  ['Ð¤Ð¸Ð»ÑŒÑ‚Ñ€', 'Ð’Ñ‚ÑƒÐ»ÐºÐ°'],
])('asks whether a text was read in its encoding: %s, %s', (...texts) => {
  expect(garbledDoubts(['A-1', ...texts]).map(({ kind }) => kind)).toEqual(['text-garbled']);
  expect(garbledDoubts([texts[0] as string])).toEqual([]);
});

it.each(['Фильтр масляный', 'Citroën, Škoda, façade', 'РСФСР', 'ÄÖÜ', 'Р-51, С-22 «Рига»', '日本電装'])(
  'does not where it was: %s',
  (text) => expect(garbledDoubts([text, text, text])).toEqual([]),
);
