/** The context of the current request: its id and trace, available to all code that runs for it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ProxyTrust } from '../../settings/networks.ts';
import type { RequestName, RequestProofs } from './secrets.ts';

export interface RequestContext {
  /** Identifies it in the log, in its answer and to proxies. */
  readonly id: string;
}

const current = new AsyncLocalStorage<RequestContext | undefined>();

/** Does `work`, and everything that it starts, on behalf of a request. */
export const runForRequest = <Result>(request: RequestContext, work: () => Result): Result =>
  current.run(request, work);

/** Does `work`, and everything that it starts, outside of any request: for work that is shared by many requests. */
export const runOutsideRequests = <Result>(work: () => Result): Result => current.run(undefined, work);

export const currentRequest = (): RequestContext | undefined => current.getStore();

export const REQUEST_ID_HEADER = 'X-Request-Id';
/** The trace that a request continues: https://www.w3.org/TR/trace-context/#traceparent-header */
export const TRACE_HEADER = 'traceparent';
/** Proof of another service of the installation that id and trace are its own. */
export const REQUEST_PROOF_HEADER = 'X-Request-Proof';

/** Ids that proxies make: a UUID, hexadecimal digits, or those with a prefix; nothing that could forge a log line. */
const PLAUSIBLE_ID = /^[\w.:=+/-]{8,128}$/;
const PLAUSIBLE_TRACE = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

export interface NameRules {
  readonly trust: ProxyTrust;
  /** Undefined: there are no other services. */
  readonly proofs: Pick<RequestProofs, 'knows'> | undefined;
}

/**
 * From a trusted proxy or another service, else new and without a trace: clients must not choose ids of the log. A
 * request with a proof is judged by that alone, whatever proxies it passed.
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

/** Keeps the context of a request for hooks after its answer, which run outside of it. */
export const keepContext = (request: IncomingMessage, context: RequestContext): void =>
  void contexts.set(request, context);

/** Undefined: the request did not pass the listener. */
export const contextOfRequest = (request: IncomingMessage): RequestContext | undefined => contexts.get(request);
