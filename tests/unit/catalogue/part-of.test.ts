import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partMakers as makersOf, type PartFacts } from '../../../server/catalogue/context/position.ts';

const partMakers = (positions: readonly PartFacts[]) => makersOf(positions, (key) => key);
const position = (manufacturer_key: string, hidden = 0, key_id = 1) => ({ key_id, manufacturer_key, hidden });

describe('the part of a position', () => {
  it('is that of its maker; one without joins the only maker that visitors see', () => {
    expect(partMakers([position(''), position('zmz'), position('zmz')])).toEqual(['zmz', 'zmz', 'zmz']);
    expect(partMakers([position(''), position('zmz'), position('b0sch')])).toEqual(['', 'zmz', 'b0sch']);
    expect(partMakers([position(''), position('zmz'), position('b0sch', 1)])).toEqual(['zmz', 'zmz', 'b0sch']);
    expect(partMakers([position(''), position('zmz', 2)])).toEqual(['', 'zmz']);
    expect(partMakers([position('', 1), position('zmz')])).toEqual(['zmz', 'zmz']);
    expect(partMakers([position('', 0, 2), position('zmz')])).toEqual(['', 'zmz']);
  });

  it('is that of the maker that its name means, so that names of one maker make one part', () => {
    const keyOf = (key: string) => (key === 'pa0zmz' ? 'zmz' : key);
    expect(makersOf([position('pa0zmz'), position('zmz'), position('')], keyOf)).toEqual(['zmz', 'zmz', 'zmz']);
  });

  it('does not depend on the order', () => {
    const facts = fc.record({
      key_id: fc.integer({ min: 1, max: 2 }),
      manufacturer_key: fc.constantFrom('', 'zmz', 'b0sch'),
      hidden: fc.nat(2),
    });
    const rows = fc
      .array(facts)
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(rows, ([all, shuffled]) => {
        const made = (list: typeof all) => new Map(list.map((row, at) => [row, partMakers(list)[at]]));
        const [one, other] = [made(all), made(shuffled)];
        for (const row of all) expect(one.get(row)).toBe(other.get(row));
      }),
    );
  });
});
