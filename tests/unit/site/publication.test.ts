import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SiteState } from '../../../contract/operations/state.ts';
import { createPublication } from '../../../src/lib/pages/publication.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const told = (state: SiteState['state'], error = ''): SiteState => ({ state, since: '', builtAt: '', error });

/** Answers one after another; the last one for ever. Null: no answer. */
function server(...answers: (SiteState | null)[]) {
  const ask = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new Error('no connection');
    return answer;
  });
  return ask;
}

test('a save is followed until the pages are fresh', async () => {
  const ask = server(told('building'), told('building'), told('fresh'));
  const { $publication, follow } = createPublication(ask);
  expect($publication.get().phase).toBe('idle');
  const followed = follow();
  expect($publication.get().phase).toBe('building');
  await vi.advanceTimersByTimeAsync(1_500);
  expect($publication.get().phase).toBe('building');
  await vi.advanceTimersByTimeAsync(1_000);
  await followed;
  expect($publication.get()).toEqual({ phase: 'fresh', error: '' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

test('a failed build is told with what it said', async () => {
  const { $publication, follow } = createPublication(server(told('failed', 'no space left')));
  await follow();
  expect($publication.get()).toEqual({ phase: 'failed', error: 'no space left' });
});

test('a lost answer is asked for again, a lost server is given up', async () => {
  const recovering = createPublication(server(null, null, told('fresh')));
  void recovering.follow();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(recovering.$publication.get().phase).toBe('fresh');

  const lost = createPublication(server(null));
  void lost.follow();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lost.$publication.get().phase).toBe('unknown');
});

test('the next save takes over, and a left page forgets', async () => {
  const ask = server(told('building'));
  const { $publication, follow, forget } = createPublication(ask);
  void follow();
  void follow();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(ask).toHaveBeenCalledTimes(4);
  forget();
  await vi.advanceTimersByTimeAsync(5_000);
  expect($publication.get().phase).toBe('idle');
  expect(ask).toHaveBeenCalledTimes(4);
});
