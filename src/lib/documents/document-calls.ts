// Calls of the API for reading documents and deciding about them: counts, queue (documents that wait for the user), one
// document, its files. Creating and changing one is in form-calls.ts.
import type {
  BinnedDocument,
  CountAnswer,
  Document,
  DocumentChange,
  RemindAnswer,
} from '../../../contract/documents/documents.ts';
import type { DocumentQueue } from '../../../contract/documents/lists.ts';
import type { ShownFile } from '../../../contract/documents/public.ts';
import { DECISIONS, type DecisionName } from '../../../contract/documents/words.ts';
import { loadProfile } from '../accounts/own-profile.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { callOr } from '../platform/http-client.ts';
import { $router } from '../platform/router.ts';
import { informator } from '../platform/session.ts';

/** For a package with many attachments that waits for others, ms. */
const PACKAGE_TIMEOUT_MS = 120_000;

export interface DecisionSent {
  readonly name: DecisionName;
  /** Uid of the signatory whom the caller substitutes; null: the caller's own entry. */
  readonly insteadOf: string | null;
  readonly reason?: string;
}

/** The calls of lists and pages of documents. All throw what ky throws, or SessionEnded. */
export const documentCalls = {
  async count(query: string): Promise<number> {
    const { count } = await withProfile(() => informator.get(`docflow/search/doc/count/${query}`).json<CountAnswer>());
    return count;
  },
  /** The work queue of the caller; with a cursor the next page of every list. */
  queue: (cursor: string | null): Promise<DocumentQueue> =>
    withProfile(() =>
      informator
        .get('docflow/queue', { searchParams: cursor === null ? {} : { cursor }, cache: 'no-store' })
        .json<DocumentQueue>(),
    ),
  /** The number of documents that wait for a decision of the caller. */
  async waiting(): Promise<number> {
    const searchParams = { limit: 1 };
    const { counts } = await withProfile(() =>
      informator.get('docflow/queue', { searchParams, cache: 'no-store' }).json<DocumentQueue>(),
    );
    return counts.waiting;
  },
  one: (id: number): Promise<Stored<Document>> =>
    withProfile(() => storedOf(informator.get(`docflow/${id}`, { cache: 'no-store' }))),
  decide: (id: number, etag: string | null, { name, insteadOf, reason }: DecisionSent): Promise<Stored<Document>> => {
    const json = { ...(insteadOf !== null && { insteadOf }), ...(reason !== undefined && { reason }) };
    const path = `docflow/${DECISIONS[name].path}/${id}`;
    return storedOf(informator.patch(path, { json, headers: ifMatch(etag), retry: 0 }));
  },
  /** Takes the caller's decision back; `insteadOf` as it was made. */
  withdraw: (id: number, insteadOf: string | null): Promise<Stored<Document>> =>
    storedOf(
      informator.patch(`docflow/withdrawing/${id}`, { json: insteadOf === null ? {} : { insteadOf }, retry: 0 }),
    ),
  /** To the bin; the answer is cancelled instead where a decision was made meanwhile. */
  remove: (id: number, etag: string | null): Promise<Document> =>
    informator.delete(`docflow/${id}`, { headers: ifMatch(etag), retry: 0 }).json<Document>(),
  cancel: (id: number, etag: string | null, reason: string): Promise<Stored<Document>> =>
    storedOf(informator.patch(`docflow/cancelling/${id}`, { json: { reason }, headers: ifMatch(etag), retry: 0 })),
  /** Documents in the bin that the caller may restore. */
  bin: (): Promise<BinnedDocument[]> => informator.get('docflow/bin', { cache: 'no-store' }).json<BinnedDocument[]>(),
  restore: (id: number): Promise<Document> =>
    informator.patch(`docflow/restoring/${id}`, { retry: 0 }).json<Document>(),
  /** Reminds those who are asked. */
  remind: (id: number): Promise<RemindAnswer> =>
    informator.post(`docflow/${id}/remind`, { retry: 0 }).json<RemindAnswer>(),
  /** The signed package, a PDF. */
  packageOf: (id: number, withComments = false): Promise<Blob> =>
    informator
      .get(`docflow/${id}/package`, {
        searchParams: withComments ? { comments: '1' } : {},
        timeout: PACKAGE_TIMEOUT_MS,
      })
      .blob(),
  /** Changes, newest first; those before `last` when it is given. */
  history: (id: number, last: number | null): Promise<DocumentChange[]> =>
    informator.get(`docflow/${id}/history`, { searchParams: last === null ? {} : { last } }).json<DocumentChange[]>(),
};
export type DocflowCalls = typeof documentCalls;

const NO_PROFILE = 'user not found';

/** Makes a call; if the caller has no profile yet, loads it, which creates it, and repeats the call. */
export const withProfile = <T>(call: () => Promise<T>): Promise<T> =>
  callOr(call, async ({ code }) => {
    if (code !== NO_PROFILE) return undefined;
    await loadProfile();
    return call();
  });

let asked: { readonly id: number; readonly answer: Promise<Stored<Document>> } | null = null;

/** Requests the document of the address while the code of its page is loading. */
export function askAhead(): void {
  const page = $router.get();
  if (page?.route !== 'document') return;
  const id = Number(page.params.id);
  asked = { id, answer: documentCalls.one(id) };
  // takeQuestion returns the failure.
  asked.answer.catch(() => {});
}

/** The document requested ahead, once; else it is requested now. */
export function takeQuestion(id: number): Promise<Stored<Document>> {
  const ahead = asked?.id === id ? asked.answer : null;
  asked = null;
  return ahead ?? documentCalls.one(id);
}

/** A sheet of an attachment as a table, or a text. Throws what ky throws, or SessionEnded. */
export const askShownFile = (fileName: string, sheet: number): Promise<ShownFile> =>
  informator.get(`docflow/scan/${fileName}/shown`, { searchParams: { sheet }, timeout: 60_000 }).json<ShownFile>();
