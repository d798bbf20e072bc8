import { expect, test } from 'vitest';
import { foldersInBothDirections, readHouse } from '../../../scripts/loc.ts';

test('no two folders import each other', () => {
  expect(foldersInBothDirections(readHouse())).toEqual([]);
});
