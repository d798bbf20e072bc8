import type { CountAnswer, Document, DocumentChange, RemindAnswer } from '../../../contract/docflow.ts';
import { openInformator } from '../http/client.ts';
import { ifMatch, type Stored, storedOf } from '../http/etag.ts';
import { failureOf } from '../http/failure.ts';
import { guarded } from '../session/guarded.ts';
import { loadProfile } from '../session/own-profile.ts';
import { session } from '../session/session.ts';

const informator = guarded(openInformator, session.tokens);

const NO_PROFILE = 'user not found';

/** The documents are closed to whoever has no profile yet: then it is made, and the call made again. */
async function withProfile<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (failureOf(error).code !== NO_PROFILE) throw error;
  }
  await loadProfile();
  return call();
}

const mark = (path: string, etag: string | null, body: Readonly<Record<string, string>>) =>
  storedOf<Document>(informator.patch(`docflow/${path}`, { json: body, headers: ifMatch(etag), retry: 0 }));

/** A mark goes to one's own entry, or to that of the person whom one substitutes. */
const onEntry = (insteadOf: string | null): Record<string, string> =>
  insteadOf === null ? {} : { insteadOf };

/** What is read of documents and done about them. All throw what ky throws, or SessionEnded. */
export const docflowCalls = {
  /** The newest documents of a query (`?acceptor=0&limit=50`), after `last` when it is given. */
  list: (query: string, last: number | null, signal?: AbortSignal): Promise<Document[]> =>
    withProfile(() =>
      informator
        .get(`docflow/search/doc/${query}${last === null ? '' : `&last=${last}`}`, { signal })
        .json<Document[]>(),
    ),
  async count(query: string): Promise<number> {
    const { count } = await withProfile(() =>
      informator.get(`docflow/search/doc/count/${query}`).json<CountAnswer>(),
    );
    return count;
  },
  one: (id: number): Promise<Stored<Document>> =>
    withProfile(() => storedOf(informator.get(`docflow/${id}`, { cache: 'no-store' }))),
  sign: (id: number, etag: string | null, insteadOf: string | null): Promise<Stored<Document>> =>
    mark(`accepting/${id}`, etag, onEntry(insteadOf)),
  acknowledge: (id: number, etag: string | null, insteadOf: string | null): Promise<Stored<Document>> =>
    mark(`recipienting/${id}`, etag, onEntry(insteadOf)),
  decline: (
    id: number,
    etag: string | null,
    insteadOf: string | null,
    reason: string,
  ): Promise<Stored<Document>> => mark(`declining/${id}`, etag, { ...onEntry(insteadOf), reason }),
  async remove(id: number): Promise<void> {
    await informator.delete(`docflow/${id}`, { retry: 0 });
  },
  /** How many people were written to. */
  async remind(id: number): Promise<number> {
    const { count } = await informator.post(`docflow/${id}/remind`, { retry: 0 }).json<RemindAnswer>();
    return count;
  },
  /** Changes, newest first; those before `last` when it is given. */
  history: (id: number, last: number | null): Promise<DocumentChange[]> =>
    informator
      .get(`docflow/${id}/history`, { searchParams: last === null ? {} : { last } })
      .json<DocumentChange[]>(),
};
export type DocflowCalls = typeof docflowCalls;
