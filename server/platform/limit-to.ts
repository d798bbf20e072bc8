// Limits how many pieces of asynchronous work run at a time.
/** Files that a command reads, writes or sends at the same time. */
export const FILES_AT_ONCE = 8;

/** Runs at most `count` pieces of work at a time, the others wait in the order they came. */
export function limitTo(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
