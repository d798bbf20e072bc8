import { expect, test } from 'vitest';
import { rangeOf } from '../../../server/platform/files/file-store.ts';

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=20-10', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=1-2', null],
  ['bytes=99999999999999999999-', null],
])('of a hundred bytes %s is %j', (header, expected) => {
  expect(rangeOf(header, 100)).toEqual(expected);
});
