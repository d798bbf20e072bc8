/** HTTP calls from one service of the installation to another. */
import { currentRequest, REQUEST_ID_HEADER, REQUEST_PROOF_HEADER, TRACE_HEADER } from '../request-context.ts';
import { createRequestProofs, createServiceTokens, type Secrets } from '../secrets.ts';
import { serviceAnswered, serviceCalled } from '../signals.ts';

interface ServiceCall {
  readonly waitMs: number;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Permissions of the call: of a service, or of the user with this token; by default those of anyone. */
  readonly as?: 'service' | { readonly bearer: string };
}

/** Asks another service of the installation. Rejects where it does not answer in time. */
export type FetchService = (address: string, call: ServiceCall) => Promise<Response>;

/** Each call has the id of the request on whose behalf it is made and its trace, with a proof that a service sent both. */
export function createFetchService(secrets: Secrets, clock: () => number): FetchService {
  const tokens = createServiceTokens(secrets, clock);
  const proofs = createRequestProofs(secrets, clock);
  const bearerOf = (as: ServiceCall['as']) => (as === 'service' ? tokens.issue() : as?.bearer);

  function name(headers: Headers): void {
    const id = currentRequest()?.id;
    if (id === undefined) return;
    headers.set(REQUEST_ID_HEADER, id);
    const traceparent = headers.get(TRACE_HEADER) ?? '';
    headers.set(REQUEST_PROOF_HEADER, proofs.prove({ id, traceparent }));
  }

  return async (address, { waitMs, json, as, ...call }) => {
    const headers = new Headers(call.headers);
    const bearer = bearerOf(as);
    if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`);
    if (json) headers.set('Content-Type', 'application/json');
    const method = json ? 'POST' : 'GET';
    serviceCalled.report({ headers, service: serviceAt(address), method });
    name(headers);
    let status = 0;
    try {
      const body = json && { body: JSON.stringify(json) };
      const answer = await fetch(address, { method, headers, ...body, signal: AbortSignal.timeout(waitMs) });
      status = answer.status;
      return answer;
    } finally {
      serviceAnswered.report({ headers, status });
    }
  };
}

const serviceAt = (address: string): string => /\/api\/(\w+)/.exec(address)?.[1] ?? 'service';
