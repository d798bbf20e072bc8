import type { Stored } from '../editing/etag.ts';
import type { Sent } from './document-files.ts';

export interface SendOptions {
  readonly method: 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  readonly onSent: (sent: Sent) => void;
  readonly signal?: AbortSignal;
}

/** A call that was answered with a refusal, in the shape of one by ky. */
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
 * Sends a form once and tells how much of it has gone: ky cannot, as over HTTP/1.1 browsers do not stream bodies.
 * Never repeats it. Throws what `failureOf` understands; an aborted sending is a DOMException `AbortError`.
 */
export function sendForm<T>(url: string, body: FormData, options: SendOptions): Promise<Stored<T>> {
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
