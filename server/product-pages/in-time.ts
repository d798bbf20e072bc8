/** How long a page waits for what fills it before it goes out unfilled, ms. */
const WAIT_MS = 1_500;

/** What a work answers; rejects when it takes longer than a page can wait. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('what fills the page did not come in time')), WAIT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
