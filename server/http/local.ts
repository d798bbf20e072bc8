import type { FastifyRequest } from 'fastify';

/** Headers by which a proxy gives itself away: its own connection is on loopback, its client is not. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Whether the caller is a program on this machine, not a proxy that speaks for somebody else. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const proxied = PROXY_HEADERS.some((name) => request.headers[name] !== undefined);
  return !proxied && LOOPBACK.has(request.raw.socket.remoteAddress ?? '');
}
