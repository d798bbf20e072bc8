import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CrossRow,
  isOfItself,
  replacementsOf,
  replacingParts as replacingPartsOf,
  reverseOf,
} from '../../../server/catalogue/parts/replacements.ts';
import { makerNames } from '../../../server/catalogue/search-words/maker-names.ts';

const names = makerNames([]);
const replacingParts = (rows: readonly CrossRow[], asked: { maker: string; part: number | null }) =>
  replacingPartsOf(rows, asked, names);

const maker = fc.constantFrom('', 'b0sch', 'mahh');

const cross = fc.record({
  maker,
  replacedMaker: maker,
  replacedArticle: fc.constantFrom('A-1', 'B-2'),
  replacedManufacturer: fc.constantFrom('', 'Bosch'),
  runId: fc.constantFrom(null, 1),
});
const position = fc.record({ part: fc.integer({ min: 1, max: 6 }), positionMaker: maker });

/** Crosses, each with the positions of what replaces. */
const rows: fc.Arbitrary<CrossRow[]> = fc
  .array(fc.tuple(cross, fc.array(position, { maxLength: 6 })), { maxLength: 8 })
  .map((said) => said.flatMap(([one, positions], at) => positions.map((found) => ({ cross: at, ...one, ...found }))));

test('whatever was said, circles too, each part replaces once, never itself, and by a cross of the asked maker', () => {
  fc.assert(
    fc.property(rows, maker, fc.integer({ min: 1, max: 6 }), (said: CrossRow[], asked, part) => {
      const found = replacingParts(said, { maker: asked, part });
      expect(new Set(found.map((one) => one.part)).size).toBe(found.length);
      expect(found.map((one) => one.part)).not.toContain(part);
      for (const one of found) {
        const by = said.filter((row) => row.part === one.part);
        expect(by.some((row) => [row.replacedMaker, ''].includes(asked) || row.replacedMaker === '')).toBe(true);
        expect(by.some((row) => one.reason.includes(row.replacedArticle))).toBe(true);
      }
    }),
  );
});

test('a cross that names a maker means a part of nobody only where that maker has none', () => {
  const row = { cross: 1, replacedMaker: '', replacedArticle: 'A', replacedManufacturer: '', runId: null };
  const named = { ...row, maker: 'b0sch', part: 1, positionMaker: 'b0sch' };
  const unknown = { ...row, maker: 'b0sch', part: 2, positionMaker: '' };
  const other = { ...row, maker: 'b0sch', part: 3, positionMaker: 'mahh' };
  const partsOf = (said: CrossRow[]) => replacingParts(said, { maker: '', part: null }).map(({ part }) => part);
  expect(partsOf([unknown, named, other])).toEqual([1]);
  expect(partsOf([unknown, other])).toEqual([2]);
  // A position without a maker is an offer of the part of a maker.
  expect(partsOf([{ ...named, positionMaker: '' }, named])).toEqual([1]);
});

test('both directions are each the reverse of the other, and a cross of itself is told', () => {
  const side = fc.record({
    article: fc.constantFrom('A-1', 'а 1', 'B-2', '740.10'),
    manufacturer: fc.constantFrom('', 'Bosch', 'BOSCH', 'MANN'),
  });
  fc.assert(
    fc.property(side, side, (one, other) => {
      const [there, back] = replacementsOf('both', one, other);
      expect(there && reverseOf(there)).toBe(back?.identity);
      expect(isOfItself(one, one)).toBe(true);
      if (!isOfItself(one, other)) expect(there?.identity).not.toBe(back?.identity);
    }),
  );
});
