/** Yields what the source yields, and lets it work on the next value while the caller works on the present one. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (let read = await next; !read.done; read = await next) {
      next = source.next();
      // Whoever takes the next value hears of a failure; a caller that stops before does not care.
      next.catch(() => {});
      yield read.value;
    }
  } finally {
    await next.catch(() => {});
  }
}
