import { expect, test } from 'vitest';
import type { OfferedPosition } from '../../../contract/catalogue/positions.ts';
import { isTooFew, rowsOf, totalsOf } from '../../../src/lib/requests/offers.ts';
import { requestText, stockOf, totalText } from '../../../src/lib/requests/request-texts.ts';

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
    amount: { 1: 3, 2: 1 }[id] ?? 0,
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

test('as a text the request names what is offered, with its sums and what less is in stock of than is asked for', () => {
  expect(requestText(rows).replaceAll('\u00a0', ' ')).toBe(
    [
      'Заявка:',
      '1. A-1 Вал (КАМАЗ): 3 шт × 10,10 ₽ = 30,30 ₽',
      '2. A-2 Вал (КАМАЗ): 2 шт × 6,00 ₽ = 12,00 ₽; в наличии 1 шт, остальное — под заказ',
      '3. A-5 Вал (КАМАЗ): 7 шт, цена по запросу; под заказ',
      'Итого: 42,30 ₽, без 1 позиции с ценой по запросу',
    ].join('\n'),
  );
});

test.each([
  [62, 62, 0, null, 'в наличии 62 шт, сегодня'],
  [15, 16, 0, null, 'в наличии 15 шт, сегодня; остальное — под заказ'],
  [15, 16, 3, 10, 'в наличии 15 шт, 3 дня, от 10 шт.; остальное — под заказ'],
  [15, 16, null, null, 'в наличии 15 шт, остальное — под заказ'],
  [0, 1, 0, null, 'под заказ'],
  [0, 1, 0, 10, 'под заказ, от 10 шт.'],
  [0, 1, 14, null, 'под заказ, 14 дней'],
])(
  'a term is said of what is in stock, and none of no days of what is not: %j of %j',
  (amount, asked, deliveryDays, leastAmount, said) => {
    const terms = { amount, deliveryDays, deliveryFrom: null, leastAmount };
    expect(stockOf({ ...offer(1, '10.10'), ...terms }, asked).replaceAll('\u00a0', ' ')).toBe(said);
  },
);

test('less than an offer is sold in is told, and no amount is refused', () => {
  const sold = (leastAmount: number | null, deliveryDays: number | null = null) =>
    ({ ...offer(1, '10.10'), leastAmount, deliveryDays }) as OfferedPosition;
  expect(isTooFew({ offer: sold(10), amount: 9 })).toBe(true);
  expect(isTooFew({ offer: sold(10), amount: 10 })).toBe(false);
  expect(isTooFew({ offer: sold(null), amount: 1 })).toBe(false);
  expect(isTooFew({ offer: null, amount: 1 })).toBe(false);
});
