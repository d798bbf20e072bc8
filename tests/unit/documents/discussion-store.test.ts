import { expect, test } from 'vitest';
import type { Discussion, DocumentComment } from '../../../contract/documents/documents.ts';
import { createDiscussion, type NewComment } from '../../../src/lib/documents/discussion-store.ts';

type Calls = Parameters<typeof createDiscussion>[0];

const MAY = { comment: true, ask: false, answer: true };

const comment = (id: number, rest: Partial<DocumentComment> = {}): DocumentComment => ({
  id,
  kind: 'comment',
  answers: null,
  by: { uid: 'a', name: 'Анна', email: 'a@parts.example', position: '' },
  at: '2026-03-02T07:00:00.000Z',
  version: 1,
  text: `${id}`,
  files: [],
  mentions: [],
  isOpen: false,
  withdrawnAt: null,
  mayWithdraw: true,
  ...rest,
});

const NEW: NewComment = { kind: 'comment', answers: null, text: 'Да', mentions: [], files: [] };

/** A service with these pages, by the id that each goes on from. */
function storeOf(pages: Record<string, Discussion>, own: Partial<Calls> = {}) {
  const calls: Calls = {
    page: async (_id, last) => pages[String(last)] ?? { comments: [], more: false, may: MAY },
    add: async () => comment(99),
    withdraw: async (_id, withdrawn) => comment(withdrawn, { text: '', withdrawnAt: 'now' }),
    mentionable: async () => [],
    ...own,
  };
  const store = createDiscussion(calls, 1, () => 0);
  return { store, ids: () => store.$discussion.get().comments?.map(({ id }) => id) };
}

test('shows the oldest first, takes older ones in front, and keeps them when it is read again', async () => {
  const { store, ids } = storeOf({
    null: { comments: [comment(4), comment(3)], more: true, may: MAY },
    3: { comments: [comment(2), comment(1)], more: false, may: MAY },
  });
  await store.load();
  expect([ids(), store.$discussion.get().more, store.$discussion.get().may]).toEqual([[3, 4], true, MAY]);
  await store.older();
  expect([ids(), store.$discussion.get().more]).toEqual([[1, 2, 3, 4], false]);
  await store.load();
  expect([ids(), store.$discussion.get().more]).toEqual([[1, 2, 3, 4], false]);
});

test('an answer closes its question, and what was taken back stays in its place', async () => {
  const question = comment(5, { kind: 'question', isOpen: true });
  const { store, ids } = storeOf(
    { null: { comments: [question, comment(4)], more: false, may: MAY } },
    { add: async () => comment(6, { kind: 'answer', answers: 5 }) },
  );
  await store.load();
  expect(await store.say({ ...NEW, kind: 'answer', answers: 5 }, 'key')).toBeNull();
  expect(store.$discussion.get().comments?.[1]).toMatchObject({ isOpen: false, mayWithdraw: false });
  expect(await store.withdraw(4)).toBeNull();
  expect(store.$discussion.get().comments?.[0]).toMatchObject({ id: 4, text: '' });
  expect(ids()).toEqual([4, 5, 6]);
});

test('a lost line changes nothing and is told', async () => {
  const { store, ids } = storeOf(
    { null: { comments: [comment(1)], more: false, may: MAY } },
    { add: () => Promise.reject(new TypeError('network')) },
  );
  await store.load();
  expect(await store.say(NEW, 'key')).toMatchObject({ kind: 'offline' });
  expect(ids()).toEqual([1]);
});
