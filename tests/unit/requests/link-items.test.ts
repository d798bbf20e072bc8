import { expect, test } from 'vitest';
import { hasAllItems, linkItems } from '../../../src/lib/requests/add-buttons.ts';

const lying = (id: number, amount: number) => ({ id, amount, place: 1, price: null, article: '', title: '' });

test('a link names one offer, or several with amounts and the prices that were seen', () => {
  expect(linkItems('7', '12.50')).toEqual([{ id: 7, amount: 1, price: '12.50' }]);
  expect(linkItems('7', '')).toEqual([{ id: 7, amount: 1, price: null }]);
  expect(linkItems('7-2,15-100', ',12.50')).toEqual([
    { id: 7, amount: 2, price: null },
    { id: 15, amount: 100, price: '12.50' },
  ]);
});

test('a link is marked where all of its offers lie in the request, as many as it asks for', () => {
  const items = linkItems('7-2,15-1', ',');
  expect(hasAllItems(items, [lying(7, 2), lying(15, 4)])).toBe(true);
  expect(hasAllItems(items, [lying(7, 1), lying(15, 4)])).toBe(false);
  expect(hasAllItems(items, [lying(7, 2)])).toBe(false);
});
