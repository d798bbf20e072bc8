import type { ResponsePromise } from 'ky';

/** What the server holds, with the mark of that state: a save that names an older one is refused. */
export interface Stored<T> {
  readonly value: T;
  /** null: the server gave no mark, the last save wins. */
  readonly etag: string | null;
}

/** Reads an answer together with its mark. Throws what ky throws. */
export async function storedOf<T>(answer: ResponsePromise): Promise<Stored<T>> {
  const response = await answer;
  return { value: await response.json<T>(), etag: response.headers.get('ETag') };
}

/** The header that makes a save fail when the state has changed meanwhile. */
export const ifMatch = (etag: string | null): Record<string, string> => (etag === null ? {} : { 'If-Match': etag });
