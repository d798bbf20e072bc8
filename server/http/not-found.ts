import type { FastifyInstance } from 'fastify';
import { sendError } from './error-handler.ts';
import { notFound } from './errors.ts';
import type { Site } from './site.ts';

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
}
