import { expect, test } from 'vitest';
import { type IndexChange, planIndex } from '../../../server/catalogue/search-index/index-plan.ts';
import type { IndexedRow } from '../../../server/catalogue/search-index/tokens.ts';

const row: IndexedRow = {
  id: 7,
  brand_id: 1,
  article_key: '7401',
  article: '740-1',
  code: 'К-9',
  title: 'Вал, вал',
  manufacturer: 'ЗМЗ',
  in_stock: 1,
  hidden: 0,
};

const planOf = (...changes: IndexChange[]) => planIndex(changes, new Map());

/** Words whose count differs after the changes. */
function wordsOf(...changes: IndexChange[]): [string, number][] {
  const words = new Map<string, number>();
  planIndex(changes, words);
  return [...words].filter(([, count]) => count !== 0).sort();
}

test('a change that the search does not see plans nothing', () => {
  const change = { before: row, after: { ...row } };
  expect(Object.values(planOf(change)).flat()).toEqual([]);
  expect(wordsOf(change)).toEqual([]);
});

test('a stock flip moves keys and document but no words', () => {
  const change = { before: row, after: { ...row, in_stock: 0 } };
  const plan = planOf(change);
  expect(plan.removedKeys.map(({ inStock, key }) => [inStock, key])).toEqual([
    [1, '7401'],
    [1, 'k9'],
  ]);
  expect(plan.addedKeys.every(({ inStock }) => inStock === 0)).toBe(true);
  expect(plan.documents).toMatchObject([{ id: 7, isStored: true, after: { inStock: 0 } }]);
  expect(plan.documents[0]?.after?.words.split(' ')).toEqual(expect.arrayContaining(['_s0', '@1', 'вал', '#740']));
  expect(wordsOf(change)).toEqual([]);
});

test('words count by positions, not by occurrences', () => {
  expect(wordsOf({ before: null, after: row })).toContainEqual(['вал', 1]);
  expect(wordsOf({ before: row, after: null })).toContainEqual(['вал', -1]);
  expect(wordsOf({ before: row, after: { ...row, title: 'Валик' } })).toEqual([
    ['вал', -1],
    ['валик', 1],
  ]);
});

test('a code that says the same as the article is no second key', () => {
  expect(planOf({ before: null, after: { ...row, code: '7.401' } }).addedKeys).toHaveLength(1);
});

test('a position that visitors do not see is as one that does not exist', () => {
  const hidden = { ...row, hidden: 1 };
  expect(planOf({ before: row, after: hidden })).toEqual(planOf({ before: row, after: null }));
  expect(planOf({ before: hidden, after: row })).toEqual(planOf({ before: null, after: row }));
  expect(planOf({ before: null, after: hidden }, { before: hidden, after: { ...hidden, title: 'Ось' } })).toEqual(
    planOf(),
  );
});
