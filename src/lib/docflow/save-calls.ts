import type { Document } from '../../../contract/docflow.ts';
import type { TemplateForForm } from '../../../contract/document-templates.ts';
import type { Profile } from '../../../contract/informator.ts';
import { SIGNATORY_SEARCH_SIZE } from '../../../contract/limits.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { openInformator } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import { keyHeader, type Sending, sendToDocflow } from './send-to-docflow.ts';

const informator = guarded(openInformator, session.tokens);
/** The state that a change is made upon, and the key of the change. */
export interface Upon {
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
  one: (id: number): Promise<Stored<Document>> =>
    storedOf(informator.get(`docflow/${id}`, { cache: 'no-store' })),
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
