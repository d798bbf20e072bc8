import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../contract/accounts/identity.ts';
import type { Editor } from '../../../contract/answers.ts';
import type { Doer } from '../../../contract/journal/events.ts';
import { unauthorized } from './errors.ts';
import { clientKey } from './limits.ts';

/** The signed-in caller; the guard has seen to it that there is one. */
export function requireCaller({ caller }: FastifyRequest): Caller {
  if (!caller) throw unauthorized();
  return caller;
}

/** The caller as the author of a change. */
export function requireEditor(request: FastifyRequest): Editor {
  const { uid, name, email } = requireCaller(request);
  return { uid, name: name ?? '', email };
}

/** Who makes a request, for the audit trail: the caller where the guard knows one, the address and the browser. */
export const auditActor = ({ caller, ip, headers }: FastifyRequest): Doer => ({
  actor: caller && { uid: caller.uid, email: caller.email },
  address: clientKey(ip),
  agent: headers['user-agent'] ?? '',
});

/** Headers that proxies and networks in front of servers add, beside everything that begins with x-forwarded. */
const PROXY_HEADERS: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'x-envoy-external-address',
  'x-proxyuser-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-originating-ip',
  'x-varnish',
  'x-sucuri-clientip',
  'incap-client-ip',
  'ali-cdn-real-ip',
  'proxy-client-ip',
  'wl-proxy-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
  'fly-client-ip',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-appengine-remote-addr',
  'x-appengine-user-ip',
]);
/** Addresses by which a program on this machine reaches us; another name may have been pointed here by its owner. */
const LOCAL_HOST = /^(?:localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;

/** Whether a request bears a mark of a proxy. */
export const hasProxyMark = ({ headers }: { readonly headers: IncomingHttpHeaders }): boolean =>
  Object.keys(headers).some((name) => name.startsWith('x-forwarded') || PROXY_HEADERS.has(name));

/** Whether the other end of the connection is on this machine: a program, or a proxy. */
export const isOnLoopback = ({ raw }: FastifyRequest): boolean => LOOPBACK.test(raw.socket.remoteAddress ?? '');

/**
 * Whether the caller is a program on this machine, not a proxy that speaks for somebody else. A proxy without any settings
 * adds no header and names our own address as the host: nginx is known by HTTP/1.0 then, which no browser speaks.
 */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  isOnLoopback(request) &&
  LOCAL_HOST.test(request.headers.host ?? '') &&
  request.raw.httpVersion !== '1.0' &&
  !hasProxyMark(request);
