import { expect, it } from 'vitest';
import { commonOf, movesOf } from '../../support/moved-prices.ts';

it.each([
  [100, 900, 0],
  [100, 1000, 1],
  [105, 1000, 1],
  [106, 1000, 0],
  [100, 1001, 1],
])('%d and %d are a tenfold move, rounding apart: %d', async (less, more, far) => {
  expect((await movesOf([[less, more]])).map((moves) => moves.far)).toEqual([far]);
  expect((await movesOf([[more, less]])).map((moves) => moves.far)).toEqual([far]);
});

it('prices that moved by about one factor are counted together', async () => {
  const prices = Array.from({ length: 40 }, (_, at) => 1_000 + at * 777);
  const pairs = prices.map((price, at) => [price, Math.round(price * (at < 4 ? 1.5 : 1.2))] as const);
  expect((await movesOf(pairs)).length).toBeLessThan(pairs.length);
  const common = await commonOf(pairs);
  expect(common?.count).toBe(36);
  expect(common?.factor).toBeCloseTo(1.2, 3);
});

it('a price that comes, goes or stays did not move', async () => {
  const pairs = [
    [0, 100],
    [100, 0],
    [100, 100],
  ] as const;
  expect(await movesOf(pairs)).toEqual([]);
});
