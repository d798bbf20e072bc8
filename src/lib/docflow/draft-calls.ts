import type { DocumentFile } from '../../../contract/docflow.ts';
import type { KeptDraft } from '../../../contract/document-drafts.ts';
import type { Draft } from '../drafts/drafts.ts';
import { openInformator } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import type { DocumentText } from './document-change.ts';
import { type Sending, sendToDocflow } from './send-to-docflow.ts';

/** What a draft is about. */
export interface DraftPlace {
  readonly document: number | null;
  readonly directing: number;
  readonly task: number;
}

const informator = guarded(openInformator, session.tokens);
const uidsOf = (people: readonly { readonly uid: string }[]) => people.map(({ uid }) => uid);

/** Drafts that the server keeps. All throw what ky throws, or SessionEnded. */
export const draftCalls = {
  /** Own drafts of changes of a document, or of new ones. */
  drafts: (document: number | null): Promise<KeptDraft[]> =>
    informator
      .get('docflow/drafts', document === null ? {} : { searchParams: { document } })
      .json<KeptDraft[]>(),
  async keepDraft({ id, etag, value }: Draft<DocumentText>, place: DraftPlace): Promise<void> {
    const { title, description, acceptor, recipient } = value;
    await informator.put(`docflow/drafts/${id}`, {
      json: {
        documentId: place.document,
        directingId: place.directing,
        taskId: place.task,
        ...{ title, description, etag },
        acceptor: uidsOf(acceptor),
        recipient: uidsOf(recipient),
      },
    });
  },
  async dropDraft(id: string): Promise<void> {
    await informator.delete(`docflow/drafts/${id}`);
  },
  /** Sends a file ahead of the save; a stopped one is an AbortError. */
  async sendFile(id: string, file: File, by: Sending): Promise<DocumentFile> {
    const form = new FormData();
    form.append('scans', file, file.name);
    const { value } = await sendToDocflow<DocumentFile>('POST', `/drafts/${id}/file`, form, by, {});
    return value;
  },
  async dropFile(id: string, fileName: string): Promise<void> {
    await informator.delete(`docflow/drafts/${id}/file/${fileName}`);
  },
};
export type DraftCalls = typeof draftCalls;
