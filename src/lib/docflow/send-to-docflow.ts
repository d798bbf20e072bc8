import { INFORMATOR } from '../../../contract/paths.ts';
import type { Stored } from '../editing/etag.ts';
import { SessionEnded } from '../http/session-ended.ts';
import { session } from '../session/session.ts';
import { site } from '../site/site.ts';
import type { Sent } from './document-files.ts';
import { sendForm } from './send-form.ts';

const DOCFLOW = `${site.services.informator}${INFORMATOR}/docflow`;

/** How long the access token must live when files are sent, so that they need not be sent twice, ms. */
const MARGIN_MS = 5 * 60_000;

/** What the sending of files is watched and stopped by. */
export interface Sending {
  readonly onSent: (sent: Sent) => void;
  readonly signal?: AbortSignal;
}

/** Sends a form with files to the document flow, once. Throws as `sendForm`, or SessionEnded. */
export async function sendToDocflow<T>(
  method: 'POST' | 'PATCH',
  path: string,
  form: FormData,
  by: Sending,
  own: Readonly<Record<string, string>>,
): Promise<Stored<T>> {
  const token = await session.tokens.access(MARGIN_MS);
  if (!token) throw new SessionEnded();
  const headers = { Authorization: `Bearer ${token}`, ...own };
  return sendForm<T>(DOCFLOW + path, form, { method, headers, ...by });
}

/** The header of a call that is safe to repeat. */
export const keyHeader = (key: string) => ({ 'Idempotency-Key': `"${key}"` });
