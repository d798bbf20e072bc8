import { beforeEach, expect, test } from 'vitest';
import type { OfferedPosition } from '../../../contract/catalogue/positions.ts';
import { basket } from '../../../src/lib/requests/basket.ts';
import type { RequestCalls, Row } from '../../../src/lib/requests/offers.ts';
import { createDraft, createSending } from '../../../src/lib/requests/sending.ts';

/** A storage of a device or a tab. */
function memoryOf(kept = new Map<string, string>()) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value) !== undefined,
    removeItem: (key: string) => void kept.delete(key),
  };
}

const refused = (status: number, data: object) => Object.assign(new Error(), { response: { status }, data });
const ROWS: readonly Row[] = [
  {
    id: 7,
    amount: 2,
    article: 'A',
    title: '',
    place: 'offered',
    offer: {
      price: '5.00',
      name: 'Вал',
      marks: ['аналог'],
      stock: 'Склад № 1',
      amount: 2,
    } as unknown as OfferedPosition,
    before: null,
  },
  { id: 8, amount: 1, article: 'B', title: '', place: 'gone', offer: null, before: null },
];
const LINES = ['1. Вал (аналог) (Склад № 1): 2 шт × 5,00 ₽ = 10,00 ₽', 'Итого: 10,00 ₽'].map((line) =>
  line.replaceAll(/(?<=\d) (?=шт|₽)/g, '\u00a0'),
);
const AGREED = { consent: true, website: '' };

let calls: { body: Parameters<RequestCalls['send']>[0]; key: string }[];
let answers: (() => Promise<{ id: number; number: number }>)[];
let asked: (readonly number[])[];

beforeEach(() => {
  [calls, answers, asked] = [[], [], []];
});

function page(device = memoryOf(), tab = memoryOf()) {
  const draft = createDraft(device);
  const sending = createSending({
    calls: {
      send: (body, key) => {
        calls.push({ body, key });
        return answers.shift()?.() ?? Promise.resolve({ id: 1, number: 12, copyTo: 'anna@example.ru' });
      },
    },
    offers: { ask: async (ids) => void asked.push(ids) },
    ...{ basket, draft, memory: tab },
  });
  return { basket, draft, sending };
}

test('what is offered is sent at the price that was shown, and the thanks outlive a reload', async () => {
  const [device, tab] = [memoryOf(), memoryOf()];
  const { basket, draft, sending } = page(device, tab);
  basket.put({ id: 7 });
  basket.put({ id: 9 });
  draft.type({ name: 'Анна', email: 'anna@example.ru' });
  await sending.send(ROWS, AGREED);
  expect(calls[0]?.body).toMatchObject({ name: 'Анна', items: [{ positionId: 7, amount: 2, price: '5.00' }] });
  const sent = { phase: 'sent', sent: { number: 12, email: 'anna@example.ru', lines: LINES } };
  expect(sending.$sending.get()).toEqual(sent);
  expect(page(device, tab).sending.$sending.get()).toEqual(sent);
  // Another tab put it in meanwhile: it was not sent.
  expect(basket.lying().map(({ id }) => id)).toEqual([9]);
  expect(draft.$draft.get().name).toBe('');
  basket.remove([9]);
});

test('after a lost answer the same key goes with the next try, a reload in between or not', async () => {
  const device = memoryOf();
  answers = [() => Promise.reject(new TypeError('fetch failed'))];
  const first = page(device);
  first.draft.type({ name: 'Анна', phone: '+7 351 200-00-00' });
  await first.sending.send(ROWS, AGREED);
  expect(first.sending.$sending.get()).toMatchObject({ phase: 'refused', failure: { kind: 'offline' } });
  const second = page(device);
  expect(second.draft.$draft.get().name).toBe('Анна');
  await second.sending.send(ROWS, AGREED);
  expect(calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(calls[1]?.key).toBe(calls[0]?.key);
});

test('a second press while the first is under way sends nothing', async () => {
  const { draft, sending } = page();
  draft.type({ name: 'Анна', phone: '+7 351 200-00-00' });
  await Promise.all([sending.send(ROWS, AGREED), sending.send(ROWS, AGREED)]);
  expect(calls).toHaveLength(1);
});

test('what the server would refuse is told at once, all of it, and not sent', async () => {
  const { draft, sending } = page();
  draft.type({ email: 'no address' });
  await sending.send(ROWS, { consent: false, website: '' });
  expect(sending.$sending.get()).toEqual({
    phase: 'unsendable',
    codes: ['invalid name', 'invalid email', 'consent is needed'],
  });
  draft.type({ email: '' });
  await sending.send(ROWS, AGREED);
  expect(sending.$sending.get()).toMatchObject({ codes: ['invalid name', 'phone or email is needed'] });
  expect(calls).toEqual([]);
});

test('an error leaves with the value that it was said of, that of phone and e-mail with either, and all where something else stops', async () => {
  const { draft, sending } = page();
  draft.type({ inn: '7707083894', city: 'x'.repeat(201) });
  await sending.send(ROWS, { consent: false, website: 'x' });
  const codes = () => {
    const state = sending.$sending.get();
    return state.phase === 'unsendable' ? state.codes : state.phase;
  };
  expect(codes()).toEqual([
    'invalid name',
    'invalid inn',
    'invalid city',
    'consent is needed',
    'request looks automatic',
    'phone or email is needed',
  ]);
  for (const field of ['inn', 'company', 'website', 'email', 'consent'] as const) sending.mend(field);
  expect(codes()).toEqual(['invalid name', 'invalid city']);
  sending.mend('city');
  sending.mend('name');
  expect(codes()).toBe('idle');
  await sending.send(ROWS, AGREED);
  sending.stop();
  expect(codes()).toBe('idle');
  answers = [() => Promise.reject(refused(400, { error: 'invalid phone' }))];
  draft.type({ name: 'Анна', phone: '+7 351 200-00-00', inn: '', city: '' });
  await sending.send(ROWS, AGREED);
  sending.mend('name');
  expect(codes()).toBe('refused');
  sending.mend('phone');
  expect(codes()).toBe('idle');
});

test('offers that have changed meanwhile are asked for anew, and what was typed stays', async () => {
  answers = [() => Promise.reject(refused(409, { error: 'prices changed', positions: [7] }))];
  const { draft, sending } = page();
  draft.type({ name: 'Анна', phone: '+7 351 200-00-00' });
  await sending.send(ROWS, AGREED);
  expect(asked).toEqual([[7, 8]]);
  expect(draft.$draft.get().name).toBe('Анна');
});

test('a key that has made another request is given up only when the buyer says so', async () => {
  answers = [() => Promise.reject(refused(409, { error: 'already created', id: 1, number: 4 }))];
  const { draft, sending } = page();
  draft.type({ name: 'Анна', phone: '+7 351 200-00-00' });
  await sending.send(ROWS, AGREED);
  expect(sending.$sending.get()).toMatchObject({ failure: { facts: { number: 4 } } });
  sending.asOther();
  await sending.send(ROWS, AGREED);
  expect(calls[1]?.key).not.toBe(calls[0]?.key);
  expect(sending.$sending.get().phase).toBe('sent');
});
