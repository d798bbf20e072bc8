import { DECISIONS, type DecisionName } from '../../../contract/decisions.ts';
import type { CountAnswer, Document, DocumentChange, RemindAnswer } from '../../../contract/docflow.ts';
import type { DocumentQueue } from '../../../contract/docflow-queue.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { openInformator } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import { withProfile } from './with-profile.ts';

const informator = guarded(openInformator, session.tokens);

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
export const docflowCalls = {
  async count(query: string): Promise<number> {
    const { count } = await withProfile(() =>
      informator.get(`docflow/search/doc/count/${query}`).json<CountAnswer>(),
    );
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
  decide: (
    id: number,
    etag: string | null,
    { name, insteadOf, reason }: DecisionSent,
  ): Promise<Stored<Document>> => {
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
    informator
      .get(`docflow/${id}/history`, { searchParams: last === null ? {} : { last } })
      .json<DocumentChange[]>(),
};
export type DocflowCalls = typeof docflowCalls;
