import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ProxyTrust } from '../../settings/proxy-trust.ts';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** What proxies make: a UUID, hexadecimal digits, or those with a prefix. Nothing that could write a line of its own. */
const PLAUSIBLE = /^[\w.:=+/-]{8,128}$/;

/** The id of a request: the one that a trusted proxy gave it, else a new one. */
export function requestIdOf({ headers, socket }: IncomingMessage, trust: ProxyTrust): string {
  const given = headers['x-request-id'];
  const isGiven = typeof given === 'string' && PLAUSIBLE.test(given);
  return isGiven && trust(socket.remoteAddress ?? '', 0) ? given : randomUUID();
}

/** The trace that a trusted proxy has begun: nobody else may choose what is traced. */
export function traceOf({ headers, socket }: IncomingMessage, trust: ProxyTrust): string | undefined {
  const given = headers.traceparent;
  return typeof given === 'string' && trust(socket.remoteAddress ?? '', 0) ? given : undefined;
}
