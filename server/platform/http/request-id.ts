import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ProxyTrust } from '../../../settings/networks.ts';
import type { RequestContext } from '../request-context.ts';
import type { RequestName, RequestProofs } from '../service-proofs.ts';

export const REQUEST_ID_HEADER = 'X-Request-Id';
/** The trace that a request goes on with: https://www.w3.org/TR/trace-context/#traceparent-header */
export const TRACE_HEADER = 'traceparent';
/** By what another service of the installation proves that both are its own word. */
export const REQUEST_PROOF_HEADER = 'X-Request-Proof';

/** What proxies make: a UUID, hexadecimal digits, or those with a prefix. Nothing that could write a line of its own. */
const PLAUSIBLE_ID = /^[\w.:=+/-]{8,128}$/;
const PLAUSIBLE_TRACE = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

export interface NameRules {
  readonly trust: ProxyTrust;
  /** Undefined: there are no other services. */
  readonly proofs: Pick<RequestProofs, 'knows'> | undefined;
}

/**
 * The name that a request has from a trusted proxy, or from another service of this installation; else a new one, of no
 * trace: nobody else may write the id of another request into the log, or choose what is traced. Who brings a proof is
 * judged by that alone, whatever stands between.
 */
export function nameOfRequest({ headers, socket }: IncomingMessage, { trust, proofs }: NameRules): RequestName {
  const given: RequestName = {
    id: textOf(headers['x-request-id'], PLAUSIBLE_ID),
    traceparent: textOf(headers.traceparent, PLAUSIBLE_TRACE),
  };
  const proof = headers['x-request-proof'];
  const isBelieved =
    proof === undefined
      ? trust(socket.remoteAddress ?? '', 0)
      : typeof proof === 'string' && (proofs?.knows(given, proof) ?? false);
  return isBelieved ? { ...given, id: given.id || randomUUID() } : { id: randomUUID(), traceparent: '' };
}

const textOf = (given: string | string[] | undefined, plausible: RegExp): string =>
  typeof given === 'string' && plausible.test(given) ? given : '';

const contexts = new WeakMap<IncomingMessage, RequestContext>();

/** Keeps on whose behalf a request is handled, for what happens when its answer is over: that runs on nobody's. */
export const keepContext = (request: IncomingMessage, context: RequestContext): void =>
  void contexts.set(request, context);

/** What `keepContext` kept; undefined: the request came past the listener. */
export const contextOfRequest = (request: IncomingMessage): RequestContext | undefined => contexts.get(request);
