import { expect, test } from 'vitest';
import { GrowingNumbers, SeenIds } from '../../../server/catalogue/search/seen-ids.ts';

test('what one pass has met no other has, however many passes there were', () => {
  const met = new SeenIds();
  for (let pass = 0; pass < 600; pass++) {
    met.begin(pass % 2 === 0 ? 100 : 1_000);
    expect(met.has(pass % 100)).toBe(false);
    met.add(pass % 100);
    expect(met.has(pass % 100)).toBe(true);
    expect(met.has((pass + 1) % 100)).toBe(false);
  }
});

test('a list of numbers holds what was pushed, in its order', () => {
  const list = new GrowingNumbers();
  const numbers = Array.from({ length: 1_000 }, (_, at) => at * 3);
  for (const number of numbers) list.push(number);
  expect([...list.taken()]).toEqual(numbers);
  expect(list.length).toBe(1_000);
});
