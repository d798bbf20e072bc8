import { expect, it } from 'vitest';
import { doubtsOf, isPriceMoved, type RunFacts } from '../../../server/bridge/import/rules/doubts.ts';

const FINE: RunFacts = {
  applied: 100,
  refused: 0,
  leftOut: 0,
  priced: 100,
  priceless: 0,
  repriced: 0,
  moved: 0,
};
const doubts = (facts: Partial<RunFacts>) => doubtsOf({ ...FINE, ...facts }).map(({ kind }) => kind);

it.each<[string, Partial<RunFacts>, string[]]>([
  ['nothing speaks against it', {}, []],
  ['it applied nothing', { applied: 0, priced: 0 }, ['nothing-applied']],
  ['all its rows failed', { applied: 0, priced: 0, refused: 50 }, ['nothing-applied']],
  ['a fifth of its rows was refused', { applied: 80, refused: 20 }, []],
  ['more than a fifth was refused', { applied: 79, refused: 21 }, ['mostly-failed']],
  ['most rows are unknown articles that were not wanted', { applied: 1, priced: 1, leftOut: 99 }, []],
  ['30 of 100 rows have no price', { priceless: 30 }, []],
  ['31 of 100 rows have no price', { priceless: 31 }, ['prices-missing']],
  ['it has no price column', { priced: 0 }, []],
  ['a tenth of the known prices moved', { repriced: 50, moved: 5 }, []],
  ['more than a tenth moved', { repriced: 50, moved: 6 }, ['prices-moved']],
  [
    'everything is wrong',
    { refused: 90, priceless: 90, repriced: 9, moved: 9 },
    ['mostly-failed', 'prices-missing', 'prices-moved'],
  ],
])('a run of which %s', (_what, facts, kinds) => {
  expect(doubts(facts)).toEqual(kinds);
});

it('a price has moved when it is more than ten times another one, up or down', () => {
  expect([
    isPriceMoved(100, 1000),
    isPriceMoved(100, 1001),
    isPriceMoved(1000, 100),
    isPriceMoved(1001, 100),
  ]).toEqual([false, true, false, true]);
});
