import type { Document, DocumentFile } from '../../../contract/documents/documents.ts';
import type { KeptDraft } from '../../../contract/documents/drafts.ts';
import type { TemplateForForm } from '../../../contract/documents/templates.ts';
import { SIGNATORY_SEARCH_SIZE } from '../../../contract/limits.ts';
import type { Profile } from '../../../contract/people/profiles.ts';
import type { Draft } from '../editing/drafts.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { informator } from '../platform/session.ts';
import type { DocumentText } from './document-change.ts';
import { keyHeader, type Sending, sendToDocflow } from './send-form.ts';

/** The state that a change is made upon, and the key of the change. */
interface Upon {
  readonly etag: string | null;
  readonly key: string;
}

/** Whom the search for signatories looks among. */
export interface SignerPlace {
  readonly directing: number;
  readonly task: number;
  readonly kind: 'acceptor' | 'recipient';
}

/** What the form of a document asks of the service. All throw what ky throws, or SessionEnded. */
export const documentFormCalls = {
  /** What the form of a new document of a pair begins with. */
  template: (directing: number, task: number): Promise<TemplateForForm> =>
    informator.get(`docflow/templates/${directing}/${task}/form`).json<TemplateForForm>(),
  one: (id: number): Promise<Stored<Document>> => storedOf(informator.get(`docflow/${id}`, { cache: 'no-store' })),
  /** Makes a document; the same call again under the same key gives the same one. */
  create: (form: FormData, key: string, sending: Sending): Promise<Stored<Document>> =>
    sendToDocflow<Document>('POST', '', form, sending, keyHeader(key)),
  /** Changes a document; the same call again under the same key does not meet its own first one as somebody else's. */
  change: (id: number, form: FormData, { etag, key }: Upon, sending: Sending): Promise<Stored<Document>> =>
    sendToDocflow<Document>('PATCH', `/${id}`, form, sending, { ...ifMatch(etag), ...keyHeader(key) }),
  people: ({ directing, task, kind }: SignerPlace, search: string, signal: AbortSignal): Promise<Profile[]> =>
    informator
      .get('user/search/', {
        searchParams: { search, directing, task, limit: SIGNATORY_SEARCH_SIZE, [kind]: 1 },
        signal,
      })
      .json<Profile[]>(),
};
export type DocumentFormCalls = typeof documentFormCalls;

/** What a draft is about. */
export interface DraftPlace {
  readonly document: number | null;
  readonly directing: number;
  readonly task: number;
}

const uidsOf = (people: readonly { readonly uid: string }[]) => people.map(({ uid }) => uid);

/** Drafts that the server keeps. All throw what ky throws, or SessionEnded. */
export const draftCalls = {
  /** Own drafts of changes of a document, or of new ones. */
  drafts: (document: number | null): Promise<KeptDraft[]> =>
    informator.get('docflow/drafts', document === null ? {} : { searchParams: { document } }).json<KeptDraft[]>(),
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
