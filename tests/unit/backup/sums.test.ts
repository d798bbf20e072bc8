import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSums, sumOfText, writtenSums } from '../../../server/operations/backup/sets.ts';

test('a list of hashes is read as it was written, whatever files are called', () => {
  const path = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 20 }), (paths) => {
      const sums = new Map(paths.map((name) => [name, sumOfText(name)]));
      const read = readSums(writtenSums(sums));
      expect(new Map([...read].sort())).toEqual(new Map([...sums].sort()));
    }),
    // Unicode knows more ends of lines than a list of hashes.
    { numRuns: 50, examples: [[['a\u2028b', 'a\u2029b', 'a\rb', 'a\u0085b']]] },
  );
});

test('the list is in the order of the paths, a line each, as sha256sum writes it', () => {
  const sums = new Map([
    ['files/b.webp', 'b'.repeat(64)],
    ['files/a b\\c.webp', 'a'.repeat(64)],
  ]);
  expect(writtenSums(sums)).toBe(`\\${'a'.repeat(64)}  files/a b\\\\c.webp\n${'b'.repeat(64)}  files/b.webp\n`);
});

test('what is no list of hashes is told', () => {
  expect(() => readSums('here was a list\n')).toThrow('not a line of SHA256SUMS: here was a list');
});
