import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AS_OF_HEADER } from '../../../contract/api.ts';
import { forbidden } from '../http/request.ts';

/** Methods that change nothing. */
export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const ALLOWED_METHODS = 'GET, HEAD, POST, PATCH, PUT, DELETE';
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match';
const EXPOSED_HEADERS = `${AS_OF_HEADER}, Content-Disposition, ETag, Retry-After, WWW-Authenticate`;
const PREFLIGHT_SECONDS = '600';

/** Refuses changing calls from foreign pages and opens the API to the configured ones. */
export function addOriginRule(
  app: FastifyInstance,
  options: { siteUrl?: string; corsOrigins?: readonly string[] },
): void {
  const cors = new Set((options.corsOrigins ?? []).map(originOf));
  const site = options.siteUrl ? originOf(options.siteUrl) : null;

  app.addHook('onRequest', async (request, reply) => {
    if (cors.size > 0) reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (cors.has(origin)) {
      allowOrigin(reply, origin);
      if (isPreflight(request)) return answerPreflight(reply);
      return;
    }
    if (SAFE_METHODS.has(request.method)) return;
    if (origin !== site && hostOf(origin) !== request.host.toLowerCase()) throw forbidden();
  });
}

function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.headers({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  });
}

function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'Access-Control-Allow-Methods': ALLOWED_METHODS,
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    })
    .send();
}

/** `https://a.example/x` as a browser writes its origin. */
function originOf(address: string): string {
  return new URL(address).origin;
}

/** Host with port of an Origin header; `null` and anything unreadable belong to nobody. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
