import { describe, expect, test } from 'vitest';
import type { DocumentQueue, QueueItem } from '../../../contract/documents/lists.ts';
import { documentQueue as texts } from '../../../src/lib/documents/document-texts.ts';
import { createQueue, forgetWaiting, nextWaiting, rememberWaiting } from '../../../src/lib/documents/queue-store.ts';
import { sampleDocument } from './sample.ts';

const item = (id: number): QueueItem => ({
  ...sampleDocument({ id }),
  since: '2026-06-10T07:00:00.000Z',
  dueAt: null,
  stage: { kind: 'acceptor', number: 1, count: 1 },
});
const page = (waiting: readonly number[], next: string | null): DocumentQueue => ({
  waiting: waiting.map(item),
  returned: [],
  stuck: [],
  counts: { waiting: 3, returned: 0, stuck: 0 },
  next,
});

describe('the work queue of a page', () => {
  test('goes on where the last page ended, each document once', async () => {
    const asked: (string | null)[] = [];
    const queue = createQueue({
      queue: async (cursor) => {
        asked.push(cursor);
        return cursor === null ? page([1, 2], 'more') : page([2, 3], null);
      },
    });
    await queue.load();
    await queue.more();
    await queue.more();
    expect(asked).toEqual([null, 'more']);
    expect(queue.$queue.get().queue?.waiting.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('keeps what it knows when the next page, or the whole, cannot be had', async () => {
    let works = true;
    const queue = createQueue({
      queue: async () => {
        if (!works) throw new TypeError('network');
        return page([1], 'more');
      },
    });
    await queue.load();
    works = false;
    await queue.more();
    expect(queue.$queue.get()).toMatchObject({ loadingMore: false, failure: { kind: 'offline' } });
    await queue.load();
    expect(queue.$queue.get().queue?.waiting).toHaveLength(1);
    works = true;
    await queue.more();
    expect(queue.$queue.get().failure).toBeNull();
  });
});

describe('the way through what waits', () => {
  const memoryOf = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    };
  };

  test('leads from a document to the one after it, and from the last to the first', () => {
    const memory = memoryOf();
    rememberWaiting(memory, [1, 2, 3]);
    expect([1, 2, 3, 9].map((id) => nextWaiting(memory, id))).toEqual([2, 3, 1, 1]);
    forgetWaiting(memory, 2);
    expect(nextWaiting(memory, 1)).toBe(3);
    forgetWaiting(memory, 3);
    expect(nextWaiting(memory, 1)).toBeNull();
  });

  test.each(['', '{', '7', '["x"]'])('ends where the memory holds %j', (text) => {
    const memory = memoryOf();
    memory.setItem('docflow.waiting', text);
    expect(nextWaiting(memory, 1)).toBeNull();
  });
});

test.each([
  ['2026-06-10T07:00:00.000Z', 'сегодня'],
  // A quarter to midnight where the organisation is.
  ['2026-06-09T18:45:00.000Z', 'со\u00a0вчерашнего дня'],
  ['2026-06-09T19:15:00.000Z', 'сегодня'],
  ['2026-06-08T07:00:00.000Z', '2\u00a0дня'],
  ['2026-05-20T07:00:00.000Z', '21\u00a0день'],
  ['2026-06-11T07:00:00.000Z', 'сегодня'],
])('what waits since %s has waited %s', (since, expected) => {
  expect(texts.age(since, new Date('2026-06-10T09:00:00.000Z'))).toBe(expected);
});
