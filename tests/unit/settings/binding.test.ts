import { expect, test } from 'vitest';
import { BINDING_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Profile } from '../../../contract/people/profiles.ts';
import { createBinding, roleOf } from '../../../src/lib/access/access-calls.ts';

type Calls = Parameters<typeof createBinding>[0];

const user = (number: number, roleId: number | null = null): Profile => ({
  uid: `u${1000 + number}`,
  email: `${1000 + number}@b.test`,
  photo: '',
  name: '',
  position: '',
  roles: roleId === null ? [] : [{ id: roleId, title: 'Кладовщик', directings: [] }],
});

const callsOf = (total: number, change: Partial<Calls> = {}): Calls => ({
  users: async (search, last) =>
    Array.from({ length: total }, (_, index) => user(index))
      .filter(({ uid, email }) => (last === null || uid > last) && email.includes(search))
      .slice(0, BINDING_PAGE_SIZE),
  bind: async (email, roleId) => ({ ...user(0, roleId), email, uid: `u${email.slice(0, 4)}` }),
  ...change,
});

async function opened(total: number, change: Partial<Calls> = {}) {
  const store = createBinding(callsOf(total, change));
  await store.search('');
  return { ...store, state: () => ({ ...store.$list.get(), marks: store.$rows.get() }) };
}

test('users come by pages, and a search replaces them', async () => {
  const store = await opened(BINDING_PAGE_SIZE + 5);
  expect(store.state()).toMatchObject({ phase: 'ready', next: expect.any(String) });
  await store.more();
  expect(store.state().rows).toHaveLength(BINDING_PAGE_SIZE + 5);
  expect(store.state().next).toBeNull();
  await store.search('1007');
  expect(store.state().rows.map(({ email }) => email)).toEqual(['1007@b.test']);
});

test('a role is shown once the server has given it, and taken away by none', async () => {
  const store = await opened(3);
  const [first] = store.state().rows;
  if (!first) throw new Error('nobody came');
  const binding = store.bind(first, 1);
  expect(store.state().marks.get(first.uid)).toEqual({ kind: 'saving', roleId: 1 });
  expect(await binding).toBeNull();
  expect(store.state().marks.get(first.uid)).toEqual({ kind: 'saved', claimed: false });
  expect(store.state().rows.map(roleOf)).toEqual([1, null, null]);
  await store.bind(first, null);
  expect(store.state().rows.map(roleOf)).toEqual([null, null, null]);
});

test('a refused change leaves the old role and says why at its row', async () => {
  const store = await opened(2, {
    bind: () => Promise.reject({ response: { status: 400 }, data: { error: 'invalid role id' } }),
  });
  const [first] = store.state().rows;
  if (!first) throw new Error('nobody came');
  expect(await store.bind(first, 1)).toMatchObject({ code: 'invalid role id' });
  expect(store.state().marks.get(first.uid)).toMatchObject({ kind: 'failed' });
  expect(roleOf(store.state().rows[0] ?? user(0, 9))).toBeNull();
});

test('a failing load fails as a whole, a failing search keeps the rows', async () => {
  const lost = await opened(3, { users: () => Promise.reject(new TypeError('fetch failed')) });
  expect(lost.state()).toMatchObject({ phase: 'failed', first: null, failure: { kind: 'offline' } });
  let asked = 0;
  const store = await opened(0, {
    users: async () => {
      asked += 1;
      if (asked > 1) throw new TypeError('fetch failed');
      return [user(1)];
    },
  });
  await store.search('х');
  expect(store.state()).toMatchObject({ phase: 'failed', failure: { kind: 'offline' } });
  expect(store.state().rows).toHaveLength(1);
});
