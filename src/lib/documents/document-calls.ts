import type { CountAnswer, Document, DocumentChange, RemindAnswer } from '../../../contract/documents/documents.ts';
import type { DocumentQueue } from '../../../contract/documents/lists.ts';
import type { ShownFile } from '../../../contract/documents/public.ts';
import { DECISIONS, type DecisionName } from '../../../contract/documents/words.ts';
import { loadProfile } from '../accounts/own-profile.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { callOr } from '../platform/http-client.ts';
import { $router } from '../platform/router.ts';
import { informator } from '../platform/session.ts';

/** A package with many attachments, behind others that are being made. */
const PACKAGE_TIMEOUT_MS = 120_000;

/** What the caller decides about an entry. */
export interface DecisionSent {
  readonly name: DecisionName;
  /** Whose entry it is: that of the person with this uid, whom the caller substitutes; null: their own. */
  readonly insteadOf: string | null;
  readonly reason?: string;
}

/** What is read of documents and done about them. All throw what ky throws, or SessionEnded. */
export const documentCalls = {
  async count(query: string): Promise<number> {
    const { count } = await withProfile(() => informator.get(`docflow/search/doc/count/${query}`).json<CountAnswer>());
    return count;
  },
  /** What asks something of the caller; the next page of every list when `cursor` is given. */
  queue: (cursor: string | null): Promise<DocumentQueue> =>
    withProfile(() =>
      informator
        .get('docflow/queue', { searchParams: cursor === null ? {} : { cursor }, cache: 'no-store' })
        .json<DocumentQueue>(),
    ),
  /** How many documents wait for a decision of the caller. */
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
  async remove(id: number): Promise<void> {
    await informator.delete(`docflow/${id}`, { retry: 0 });
  },
  /** How many people were written to. */
  async remind(id: number): Promise<number> {
    const { count } = await informator.post(`docflow/${id}/remind`, { retry: 0 }).json<RemindAnswer>();
    return count;
  },
  /** The signed package, a PDF. */
  packageOf: (id: number): Promise<Blob> =>
    informator.get(`docflow/${id}/package`, { timeout: PACKAGE_TIMEOUT_MS }).blob(),
  /** Changes, newest first; those before `last` when it is given. */
  history: (id: number, last: number | null): Promise<DocumentChange[]> =>
    informator.get(`docflow/${id}/history`, { searchParams: last === null ? {} : { last } }).json<DocumentChange[]>(),
};
export type DocflowCalls = typeof documentCalls;

const NO_PROFILE = 'user not found';

/** The documents are closed to whoever has no profile yet: then it is made, and the call made again. */
export const withProfile = <T>(call: () => Promise<T>): Promise<T> =>
  callOr(call, async ({ code }) => {
    if (code !== NO_PROFILE) return undefined;
    await loadProfile();
    return call();
  });

let asked: { readonly id: number; readonly answer: Promise<Stored<Document>> } | null = null;

/** Asks for the document of the address while the code of its page is still on the way. */
export function askAhead(): void {
  const page = $router.get();
  if (page?.route !== 'document') return;
  const id = Number(page.params.id);
  asked = { id, answer: documentCalls.one(id) };
  // A failure is told to whoever takes the answer.
  asked.answer.catch(() => {});
}

/** The document, as asked for ahead or now. An answer is taken once. */
export function takeQuestion(id: number): Promise<Stored<Document>> {
  const ahead = asked?.id === id ? asked.answer : null;
  asked = null;
  return ahead ?? documentCalls.one(id);
}

/** A sheet of an attachment as a table, or a text. Throws what ky throws, or SessionEnded. */
export const askShownFile = (fileName: string, sheet: number): Promise<ShownFile> =>
  informator.get(`docflow/scan/${fileName}/shown`, { searchParams: { sheet }, timeout: 60_000 }).json<ShownFile>();
