import type { InjectOptions, LightMyRequestResponse } from 'fastify';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
export interface Call {
  /** A token that the test identity knows, by default the administrator's; null: none. */
  readonly as?: string | null;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Record<string, string>;
  /** The address it comes from. */
  readonly from?: string;
}
export type Answer = LightMyRequestResponse;

/** What to inject into a server for a call. */
export async function requestTo(
  url: string,
  method: Method,
  { as = 'admin-token', json, form, headers = {}, from: remoteAddress = '127.0.0.1' }: Call = {},
): Promise<InjectOptions> {
  const sent = as === null ? headers : { authorization: `Bearer ${as}`, ...headers };
  if (!form)
    return { method, url, remoteAddress, headers: sent, ...(json === undefined ? {} : { payload: json as object }) };
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  return {
    method,
    url,
    remoteAddress,
    payload,
    headers: { ...sent, 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}
