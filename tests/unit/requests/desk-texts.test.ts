import { expect, test } from 'vitest';
import { REQUEST_STATES } from '../../../contract/requests/forms.ts';
import { createStaffRequest } from '../../../src/lib/requests/staff-request-store.ts';
import { nameOf, requests, STATES, staffRequest } from '../../../src/lib/requests/staff-request-texts.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [{ positions: 1, total: '1234.50', unpriced: 0 }, '1 позиция на 1 234,50 ₽'],
  [{ positions: 3, total: '10.00', unpriced: 1 }, '3 позиции на 10,00 ₽, без 1 позиции с ценой по запросу'],
  [{ positions: 5, total: '0.00', unpriced: 5 }, '5 позиций, цена по запросу'],
])('%o is told as «%s»', (row, told) => {
  expect(plain(requests.sum(row))).toBe(told);
});

test('each state has a name, a button and an outcome', () => {
  for (const state of REQUEST_STATES)
    expect([STATES[state], staffRequest.acts[state], staffRequest.done(state)]).not.toContain('');
});

test('somebody who was faster is named, and whoever has no name by the address', () => {
  const anna = { uid: 'a', name: 'Анна', email: 'anna@example.ru' };
  expect(plain(staffRequest.conflict(anna, '12:00'))).toContain('заявку изменили (Анна, 12:00)');
  expect(plain(staffRequest.conflict(null, '12:00'))).toContain('заявку изменили (12:00)');
  expect(nameOf({ ...anna, name: '' })).toBe('anna@example.ru');
});

test('a change over a newer state is not made: what is newer is shown, and who made it is told', async () => {
  const stored = (state: string) => ({ value: { state }, etag: `"${state}"` }) as never;
  const sent: (string | null)[] = [];
  const theirs = { error: 'changed meanwhile', who: null, when: '2026-01-01T00:00:00.000Z' };
  const states = [stored('new'), stored('declined')];
  const store = createStaffRequest(
    {
      request: async () => states.shift() as never,
      setState: async (_, __, etag) => {
        sent.push(etag);
        throw Object.assign(new Error(), { response: { status: 409 }, data: theirs });
      },
      note: async () => stored('new'),
    },
    7,
  );
  await store.load();
  expect(await store.setState('work')).toEqual({ conflict: theirs });
  expect(sent).toEqual(['"new"']);
  expect(store.$request.get()).toMatchObject({ phase: 'ready', value: { value: { state: 'declined' } } });
});
