import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesWithoutSentence, foldersInBothDirections, readHouse } from '../../../scripts/loc.ts';

test('no two folders import each other', () => {
  expect(foldersInBothDirections(readHouse())).toEqual([]);
});

test('every file of the product says in its first lines what it is for', () => {
  expect(filesWithoutSentence(readHouse())).toEqual([]);
});

test('no field of a page cuts what is pasted into it: a longer text stays there and is refused in words', () => {
  const pages = readHouse().product.filter(({ path }) => /^src\/.*\.(?:astro|tsx)$/u.test(path));
  expect(pages.length).toBeGreaterThan(100);
  expect(
    pages.filter(({ path }) => /\bmaxlength\b/iu.test(readFileSync(path, 'utf8'))).map(({ path }) => path),
  ).toEqual([]);
});
