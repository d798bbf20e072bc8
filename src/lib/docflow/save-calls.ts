import type { Document } from '../../../contract/docflow.ts';
import type { Profile } from '../../../contract/informator.ts';
import { SIGNATORY_SEARCH_SIZE } from '../../../contract/limits.ts';
import { INFORMATOR } from '../../../contract/paths.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { openInformator } from '../http/client.ts';
import { SessionEnded } from '../http/session-ended.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import { site } from '../site/site.ts';
import type { Sent } from './document-files.ts';
import { sendForm } from './send-form.ts';

const informator = guarded(openInformator, session.tokens);
const DOCFLOW = `${site.services.informator}${INFORMATOR}/docflow`;

/** How long the access token must live when files are sent, so that they need not be sent twice, ms. */
const MARGIN_MS = 5 * 60_000;

/** What the sending of files is watched and stopped by. */
export interface Sending {
  readonly onSent: (sent: Sent) => void;
  readonly signal: AbortSignal;
}

async function send(
  method: 'POST' | 'PATCH',
  path: string,
  form: FormData,
  by: Sending,
  own: Readonly<Record<string, string>>,
) {
  const token = await session.tokens.access(MARGIN_MS);
  if (!token) throw new SessionEnded();
  const headers = { Authorization: `Bearer ${token}`, ...own };
  return sendForm<Document>(DOCFLOW + path, form, { method, headers, ...by });
}

/** The state that a change is made upon, and the key of the change. */
export interface Upon {
  readonly etag: string | null;
  readonly key: string;
}

const keyHeader = (key: string) => ({ 'Idempotency-Key': `"${key}"` });

/** Whom the search for signatories looks among. */
export interface SignerPlace {
  readonly directing: number;
  readonly task: number;
  readonly kind: 'acceptor' | 'recipient';
}

/** What the form of a document asks of the service. All throw what ky throws, or SessionEnded. */
export const documentFormCalls = {
  one: (id: number): Promise<Stored<Document>> =>
    storedOf(informator.get(`docflow/${id}`, { cache: 'no-store' })),
  /** Makes a document; the same call again under the same key gives the same one. */
  create: (form: FormData, key: string, sending: Sending): Promise<Stored<Document>> =>
    send('POST', '', form, sending, keyHeader(key)),
  /** Changes a document; the same call again under the same key does not meet its own first one as somebody else's. */
  change: (id: number, form: FormData, { etag, key }: Upon, sending: Sending): Promise<Stored<Document>> =>
    send('PATCH', `/${id}`, form, sending, { ...ifMatch(etag), ...keyHeader(key) }),
  people: ({ directing, task, kind }: SignerPlace, search: string, signal: AbortSignal): Promise<Profile[]> =>
    informator
      .get('user/search/', {
        searchParams: { search, directing, task, limit: SIGNATORY_SEARCH_SIZE, [kind]: 1 },
        signal,
      })
      .json<Profile[]>(),
};
export type DocumentFormCalls = typeof documentFormCalls;
