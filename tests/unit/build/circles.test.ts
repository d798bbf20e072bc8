import { expect, test } from 'vitest';
import { inCircles } from '../../../src/lib/build/circles.ts';

test('files that can run one after the other are in no circle', () => {
  expect(
    inCircles(
      new Map([
        ['page', ['shared', 'frame']],
        ['shared', ['frame']],
        ['frame', []],
      ]),
    ),
  ).toEqual([]);
});

test('what stands in a circle is named, and what waits for it', () => {
  expect(
    inCircles(
      new Map([
        ['page', ['one']],
        ['one', ['two']],
        ['two', ['one', 'frame']],
        ['frame', []],
      ]),
    ),
  ).toEqual(['page', 'one', 'two']);
});

test('a file that is not of the build keeps nobody waiting', () => {
  expect(inCircles(new Map([['page', ['https://elsewhere']]]))).toEqual([]);
});
