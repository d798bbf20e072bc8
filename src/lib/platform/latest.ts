import { atom } from 'nanostores';

/**
 * Runs one asynchronous question at a time: a newer one aborts the older, and the answer of an older one
 * never reaches `take`, however late it comes. `stop` forgets the question under way.
 */
export function createLatest() {
  let current: AbortController | undefined;
  return {
    async run<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<{ value: T } | null> {
      current?.abort();
      const mine = new AbortController();
      current = mine;
      try {
        const value = await ask(mine.signal);
        return current === mine ? { value } : null;
      } catch (error) {
        if (current !== mine) return null;
        throw error;
      }
    },
    stop() {
      current?.abort();
      current = undefined;
    },
  };
}

/** How much waits behind a link of the menu; what is known stays while it cannot be asked anew. */
export function createWaiting(ask: () => Promise<number>) {
  const $count = atom(0);
  const latest = createLatest();
  return {
    $count,
    async load(): Promise<void> {
      const answer = await latest.run(ask).catch(() => null);
      if (answer) $count.set(answer.value);
    },
  };
}
