import type { FastifyInstance } from 'fastify';
import { sendError } from './error-handler.ts';
import { notFound } from './errors.ts';
import type { Site } from './site/site.ts';

/** No name of ours has a NUL in it, and PostgreSQL fails on one: such an address is unknown before any route sees it. */
const NUL = '%00';

/** Unknown addresses: JSON below /api and for changing calls, the site's own page elsewhere. */
export function addNotFound(app: FastifyInstance, site: Site | undefined): void {
  app.setNotFoundHandler((request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const isApi = /^\/api(?:[/?]|$)/i.test(request.url);
    if (reads && !isApi && site?.serveNotFound(request.raw, reply.raw)) {
      reply.hijack();
      return reply;
    }
    return sendError(reply, notFound('not found'));
  });
  app.addHook('onRequest', async (request) => {
    if (request.url.includes(NUL) && request.url.split('?')[0]?.includes(NUL)) throw notFound('not found');
  });
}
