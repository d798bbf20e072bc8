import type { FastifyInstance } from 'fastify';

/** Writes a line for every answer of the API that took longer than `limit` ms; 0: for none. */
export function logSlowRequests(app: FastifyInstance, limit: number): void {
  if (limit === 0) return;
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime);
    // A stream of events lasts as long as somebody watches.
    if (ms < limit || String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    const { id, method, routeOptions } = request;
    // Never the address: it may hold what somebody looks for, or the token of a link.
    const route = routeOptions.url ?? 'unknown';
    app.log.info({ requestId: id, method, route, status: reply.statusCode, ms }, 'slow request');
  });
}
