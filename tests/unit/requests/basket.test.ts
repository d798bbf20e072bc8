import { setPersistentEngine } from '@nanostores/persistent';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REQUEST_AMOUNT_MAX, REQUEST_ITEMS_MAX } from '../../../contract/limits.ts';
import { type Basket, readAmount } from '../../../src/lib/requests/basket.ts';

type Listener = (event: { key: string; newValue: string | null }) => void;

let stored: Record<string, string>;
let listeners: Set<Listener>;
let isFull: boolean;

/** A storage that notifies every tab of each change, as a browser notifies the others. */
beforeEach(() => {
  stored = {};
  listeners = new Set();
  isFull = false;
  const tell = (key: string, newValue: string | null) => {
    for (const listener of listeners) listener({ key, newValue });
  };
  const storage = new Proxy(stored, {
    set: (target, key: string, value: string) => {
      if (isFull) throw new Error('QuotaExceededError');
      target[key] = value;
      tell(key, value);
      return true;
    },
    deleteProperty: (target, key: string) => {
      delete target[key];
      tell(key, null);
      return true;
    },
  });
  setPersistentEngine(storage, {
    addEventListener: (_: string, listener: never) => listeners.add(listener as Listener),
    removeEventListener: (_: string, listener: never) => listeners.delete(listener as Listener),
  } as unknown as Parameters<typeof setPersistentEngine>[1]);
});

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** A tab that shows the request: each loads the script by itself. */
async function tab(): Promise<Basket> {
  vi.resetModules();
  const { basket } = await import('../../../src/lib/requests/basket.ts');
  closings.push(basket.$kept.listen(() => {}));
  return basket;
}

const amountsIn = (basket: Basket) => basket.lying().map(({ id, amount }) => [id, amount]);

test('what one tab puts in, changes and takes out is seen in the other, and loses nothing of its own', async () => {
  const [one, other] = [await tab(), await tab()];
  one.put({ id: 7, article: 'A-7' });
  other.put({ id: 3, amount: 2 });
  one.change(7, { amount: 5 });
  other.put({ id: 9 });
  one.remove([3]);
  const left = [
    [7, 5],
    [9, 1],
  ];
  expect([amountsIn(one), amountsIn(other)]).toEqual([left, left]);
  expect((await tab()).lying()).toEqual(one.lying());
});

test('an offer that another tab has taken out is not brought back by a change of its amount', async () => {
  const [one, other] = [await tab(), await tab()];
  one.put({ id: 7 });
  other.remove([7]);
  one.change(7, { amount: 3 });
  expect(amountsIn(one)).toEqual([]);
});

test('the same offer put in again keeps its place, its amount and what is known of it', async () => {
  const basket = await tab();
  basket.put({ id: 7, amount: 4, article: 'A-7', price: '5.00' });
  basket.put({ id: 8 });
  basket.put({ id: 7, article: 'A-7' });
  expect(basket.lying()).toMatchObject([{ id: 7, amount: 4, price: '5.00' }, { id: 8 }]);
});

test('offers of an address take the place of what lies there, or are added to it', async () => {
  const basket = await tab();
  basket.put({ id: 7, amount: 4 });
  basket.merge([
    { id: 7, amount: 2 },
    { id: 9, amount: REQUEST_AMOUNT_MAX },
  ]);
  basket.merge([{ id: 9, amount: 1 }]);
  expect(amountsIn(basket)).toEqual([
    [7, 6],
    [9, REQUEST_AMOUNT_MAX],
  ]);
  basket.replace([{ id: 1, amount: 3 }]);
  expect(amountsIn(basket)).toEqual([[1, 3]]);
});

test('a full request and a full device are told, and what lies there stays', async () => {
  const basket = await tab();
  for (let id = 1; id <= REQUEST_ITEMS_MAX; id += 1) expect(basket.put({ id })).toBe('added');
  expect(basket.put({ id: 1_000 })).toBe('full');
  expect(basket.put({ id: 1, amount: 2 })).toBe('added');
  basket.remove([5]);
  isFull = true;
  expect(basket.put({ id: 1_000 })).toBe('failed');
  expect(basket.lying()).toHaveLength(REQUEST_ITEMS_MAX - 1);
});

test('what is no offer is left out of what the device keeps', async () => {
  stored['request:7'] = '{"amount":2,"place":1}';
  stored['request:8'] = '{"amount":0}';
  stored['request:9'] = 'not json';
  stored['request:x'] = '{"amount":2}';
  expect(amountsIn(await tab())).toEqual([[7, 2]]);
});

test.each([
  ['1', 1],
  [' 12 ', 12],
  ['1 200', 1_200],
  [String(REQUEST_AMOUNT_MAX), REQUEST_AMOUNT_MAX],
  [String(REQUEST_AMOUNT_MAX + 1), null],
  ['0', null],
  ['-1', null],
  ['1,5', null],
  ['1e3', null],
  ['шт', null],
  ['', null],
])('a quantity typed as «%s» is read as %s', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});
