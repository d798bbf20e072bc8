import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillWanted } from '../../../server/catalogue/search/filtered-offers.ts';

const offers = [
  { id: 1, price: 100, amount: 3 },
  { id: 2, price: 120, amount: 2 },
  { id: 3, price: 90, amount: 0 },
];
const filled = (wanted: number, of = offers) =>
  fillWanted(of, wanted).map(({ offer, amount, inStock }) => [offer.id, amount, inStock]);

it('takes the cheapest in stock first, and orders of them what is nowhere', () => {
  expect(filled(2)).toEqual([[1, 2, 2]]);
  expect(filled(4)).toEqual([
    [1, 3, 3],
    [2, 1, 1],
  ]);
  expect(filled(7)).toEqual([
    [1, 5, 3],
    [2, 2, 2],
  ]);
  expect(filled(7, offers.slice(2))).toEqual([[3, 7, 0]]);
  expect(filled(7, [])).toEqual([]);
});

it('takes exactly what is wanted, and no more from stock than there is', () => {
  const offer = fc.record({ id: fc.nat(), price: fc.nat(), amount: fc.double({ min: 0, max: 50, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(offer, { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (some, wanted) => {
      const takes = fillWanted(some, wanted);
      expect(takes.reduce((sum, { amount }) => sum + amount, 0)).toBe(wanted);
      for (const take of takes) {
        expect(take.inStock).toBeLessThanOrEqual(take.offer.amount);
        expect(take.inStock).toBeLessThanOrEqual(take.amount);
      }
    }),
  );
});
