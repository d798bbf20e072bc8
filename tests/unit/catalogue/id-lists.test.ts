import { expect, it } from 'vitest';
import { anyOf, common, without } from '../../../server/catalogue/search-index/id-lists.ts';

const list = (...ids: number[]) => Int32Array.from(ids);
const every = (step: number, end: number) =>
  Int32Array.from({ length: Math.floor(end / step) }, (_, at) => (at + 1) * step);

it('finds what all lists hold, short ones in long ones too', () => {
  expect([...common([every(2, 1_000), every(3, 1_000), list(6, 7, 12, 999, 1_200)])]).toEqual([6, 12]);
  expect([...common([every(1, 100_000), list(1, 50_000, 100_000, 100_001)])]).toEqual([1, 50_000, 100_000]);
  expect([...common([list(), every(1, 10)])]).toEqual([]);
  expect([...common([list(4, 9)])]).toEqual([4, 9]);
});

it('finds what any list holds, each id once and in order', () => {
  expect([...anyOf([list(5, 9), list(1, 5), list(), list(2, 9, 10)])]).toEqual([1, 2, 5, 9, 10]);
  expect([...anyOf([])]).toEqual([]);
});

it('takes a list out of another', () => {
  expect([...without(every(1, 6), list(2, 6, 7))]).toEqual([1, 3, 4, 5]);
  expect([...without(list(50), every(1, 10_000))]).toEqual([]);
  expect([...without(list(1, 2), list())]).toEqual([1, 2]);
});
