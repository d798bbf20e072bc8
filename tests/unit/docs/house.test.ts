import { expect, test } from 'vitest';
import { filesWithoutSentence, foldersInBothDirections, readHouse } from '../../../scripts/loc.ts';

test('no two folders import each other', () => {
  expect(foldersInBothDirections(readHouse())).toEqual([]);
});

test('every file of the product says in its first lines what it is for', () => {
  expect(filesWithoutSentence(readHouse())).toEqual([]);
});
