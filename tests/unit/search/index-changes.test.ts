import { expect, test } from 'vitest';
import { planIndex } from '../../../server/bridge/search/index-changes.ts';
import type { IndexedRow } from '../../../server/bridge/search/tokens.ts';

const row: IndexedRow = {
  id: 7,
  brand_id: 1,
  article_key: '7401',
  article: '740-1',
  code: 'К-9',
  title: 'Вал, вал',
  manufacturer: 'ЗМЗ',
  in_stock: 1,
};

test('a change that the search does not see plans nothing', () => {
  const { vocabulary, ...lists } = planIndex([{ before: row, after: { ...row } }]);
  expect(Object.values(lists).flat()).toEqual([]);
  expect(vocabulary.size).toBe(0);
});

test('a stock flip moves keys and document but no words', () => {
  const plan = planIndex([{ before: row, after: { ...row, in_stock: 0 } }]);
  expect(plan.removedKeys.map(({ inStock, key }) => [inStock, key])).toEqual([
    [1, '7401'],
    [1, 'k9'],
  ]);
  expect(plan.addedKeys.every(({ inStock }) => inStock === 0)).toBe(true);
  expect(plan.removedDocuments).toEqual([7]);
  expect(plan.addedDocuments[0]?.words.split(' ')).toEqual(
    expect.arrayContaining(['_s0', '@1', 'вал', '#740']),
  );
  expect(plan.vocabulary.size).toBe(0);
});

test('words count by positions, not by occurrences', () => {
  expect(planIndex([{ before: null, after: row }]).vocabulary.get('вал')).toBe(1);
  expect(planIndex([{ before: row, after: null }]).vocabulary.get('вал')).toBe(-1);
  const renamed = planIndex([{ before: row, after: { ...row, title: 'Валик' } }]).vocabulary;
  expect([...renamed].sort()).toEqual([
    ['вал', -1],
    ['валик', 1],
  ]);
});

test('a code that says the same as the article is no second key', () => {
  expect(planIndex([{ before: null, after: { ...row, code: '7.401' } }]).addedKeys).toHaveLength(1);
});
