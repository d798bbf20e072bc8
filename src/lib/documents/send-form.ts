// Sends the form of a document with its files and reports the progress, which fetch cannot do.
import { INFORMATOR } from '../../../contract/api.ts';
import type { Stored } from '../editing/etag.ts';
import { SessionEnded } from '../platform/http-client.ts';
import { session } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import type { Sent } from './document-files.ts';

const DOCFLOW = `${site.informatorUrl}${INFORMATOR}/docflow`;

/** Least lifetime of the access token when files are sent, so that they need not be sent twice, ms. */
const MARGIN_MS = 5 * 60_000;

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

interface SendOptions extends Sending {
  readonly method: 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
}

/** A refused call, in the shape of an error of ky. */
class Refused extends Error {
  readonly response: { readonly status: number };
  readonly data: unknown;

  constructor(status: number, data: unknown) {
    super(`status ${status}`);
    this.response = { status };
    this.data = data;
  }
}

/**
 * Sends a form once and reports its progress: ky cannot, as over HTTP/1.1 browsers do not stream bodies.
 * Never repeats it. Throws what `failureOf` understands; an aborted sending is a DOMException `AbortError`.
 */
function sendForm<T>(url: string, body: FormData, options: SendOptions): Promise<Stored<T>> {
  const { method, headers, onSent, signal } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Stored<T>>();
  const call = new XMLHttpRequest();
  call.open(method, url);
  for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
  call.upload.onprogress = ({ loaded, total }) => onSent({ loaded, total });
  call.onload = () => {
    const data = read(call.responseText);
    if (call.status >= 200 && call.status < 300 && data !== undefined)
      resolve({ value: data as T, etag: call.getResponseHeader('ETag') });
    else if (call.status >= 200 && call.status < 300) reject(new SyntaxError('no JSON'));
    else reject(new Refused(call.status, data));
  };
  call.onerror = () => reject(new TypeError('network'));
  call.onabort = () => reject(new DOMException('aborted', 'AbortError'));
  if (signal?.aborted) call.onabort(new ProgressEvent('abort'));
  else {
    signal?.addEventListener('abort', () => call.abort());
    call.send(body);
  }
  return promise;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
