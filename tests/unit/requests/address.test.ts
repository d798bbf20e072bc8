import { expect, test } from 'vitest';
import { REQUEST_AMOUNT_MAX, REQUEST_ITEMS_MAX } from '../../../contract/limits.ts';
import { itemsText, readItems } from '../../../src/lib/requests/request-address.ts';

test('an address is read back as it was written', () => {
  const items = [
    { id: 7, amount: 2 },
    { id: 15, amount: 100_000 },
  ];
  expect(readItems(itemsText(items))).toEqual({ items, unread: 0 });
});

test.each([
  ['', 0, 0],
  ['abc', 0, 1],
  ['7-2,', 1, 0],
  ['7-0,8--1,9-1e9,10-шт,11', 0, 5],
  ['7-2,7-3', 1, 0],
  ['0-1,-5-1, 8-1 ', 1, 2],
  ['99999999999999999999-1', 0, 1],
])('of «%s» %i offers are read and %i parts are not', (text, read, unread) => {
  const shared = readItems(text);
  expect([shared.items.length, shared.unread]).toEqual([read, unread]);
});

test('what is beyond a request is told, not taken', () => {
  const text = Array.from({ length: REQUEST_ITEMS_MAX + 3 }, (_, at) => `${at + 1}-1`).join(',');
  expect([readItems(text).items.length, readItems(text).unread]).toEqual([REQUEST_ITEMS_MAX, 3]);
});

test('amounts of an offer that is named twice are added, unless that are too many', () => {
  expect(readItems('7-2,8-1,7-3').items).toEqual([
    { id: 7, amount: 5 },
    { id: 8, amount: 1 },
  ]);
  expect(readItems(`7-${REQUEST_AMOUNT_MAX},7-1`)).toEqual({
    items: [{ id: 7, amount: REQUEST_AMOUNT_MAX }],
    unread: 1,
  });
});
