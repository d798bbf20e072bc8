// Values of the server with their ETag, so that a save over a newer state of another user is refused.
import type { ResponsePromise } from 'ky';
import type { Editor } from '../../../contract/answers.ts';

/** A value of the server with its ETag: a save that names an older ETag is refused with `CHANGED`. */
export interface Stored<T> {
  readonly value: T;
  /** null: the server sends none, the last save wins. */
  readonly etag: string | null;
}

/** Reads an answer with its ETag. Throws what ky throws. */
export async function storedOf<T>(answer: ResponsePromise): Promise<Stored<T>> {
  const response = await answer;
  return { value: await response.json<T>(), etag: response.headers.get('ETag') };
}

/** The header that makes a save fail when the state has changed meanwhile. */
export const ifMatch = (etag: string | null): Record<string, string> => (etag === null ? {} : { 'If-Match': etag });

/** Error code of a save that names an older state. */
export const CHANGED = 'changed meanwhile';

export interface SavedBy {
  readonly who: Editor | null;
  /** ISO 8601, UTC; '' when the server does not say. */
  readonly when: string;
}

const isEditor = (who: unknown): who is Editor => typeof who === 'object' && who !== null && 'email' in who;

/** Reads who saved the newer state from the facts of the refusal. */
export const savedBy = ({ who, when }: Readonly<Record<string, unknown>>): SavedBy => ({
  who: isEditor(who) ? who : null,
  when: typeof when === 'string' ? when : '',
});
