import { expect, test } from 'vitest';
import type { OfferedPosition } from '../../../contract/catalogue/positions.ts';
import { isTooFew, rowsOf, totalsOf } from '../../../src/lib/requests/offers.ts';
import { requestText, totalText } from '../../../src/lib/requests/request-texts.ts';

const offer = (id: number, price: string) =>
  ({
    id,
    price,
    article: `A-${id}`,
    title: 'Вал',
    name: 'Вал',
    marks: [],
    manufacturer: null,
    brantTitle: 'КАМАЗ',
  }) as unknown as OfferedPosition;
const lying = (id: number, amount: number, price: string | null = null) => ({
  ...{ id, amount, price, place: id },
  article: `A-${id}`,
  title: 'Вал',
});

const rows = rowsOf(
  [lying(1, 3, '10.10'), lying(2, 2, '5.00'), lying(3, 1), lying(4, 1), lying(5, 7)],
  new Map([
    [1, offer(1, '10.10')],
    [2, offer(2, '6.00')],
    [3, null],
    [5, offer(5, '0.00')],
  ]),
);

test('each offer stands beside what it is today', () => {
  expect(rows.map(({ place, before }) => [place, before])).toEqual([
    ['offered', null],
    ['offered', '5.00'],
    ['gone', null],
    ['asked', null],
    ['offered', null],
  ]);
});

test('the sum counts what can be had, and says what has no price', () => {
  expect(totalsOf(rows)).toEqual({ offers: 3, total: '42.30', unpriced: 1 });
  expect(totalText(totalsOf(rows))).toBe('Итого: 42,30\u00a0₽, без\u00a01\u00a0позиции с\u00a0ценой по\u00a0запросу');
  expect(totalText({ offers: 2, total: '0.00', unpriced: 2 })).toBe('Итого: по\u00a0запросу');
});

test('as a text the request names what is offered, with its sums', () => {
  expect(requestText(rows).replaceAll('\u00a0', ' ')).toBe(
    [
      'Заявка:',
      '1. A-1 Вал (КАМАЗ): 3 шт × 10,10 ₽ = 30,30 ₽',
      '2. A-2 Вал (КАМАЗ): 2 шт × 6,00 ₽ = 12,00 ₽',
      '3. A-5 Вал (КАМАЗ): 7 шт, цена по запросу',
      'Итого: 42,30 ₽, без 1 позиции с ценой по запросу',
    ].join('\n'),
  );
});

test('less than an offer is sold in is told, and no amount is refused', () => {
  const sold = (leastAmount: number | null, deliveryDays: number | null = null) =>
    ({ ...offer(1, '10.10'), leastAmount, deliveryDays }) as OfferedPosition;
  expect(isTooFew({ offer: sold(10), amount: 9 })).toBe(true);
  expect(isTooFew({ offer: sold(10), amount: 10 })).toBe(false);
  expect(isTooFew({ offer: sold(null), amount: 1 })).toBe(false);
  expect(isTooFew({ offer: null, amount: 1 })).toBe(false);
});
