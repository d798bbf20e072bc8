import type { FastifyInstance } from 'fastify';
import { badRequest } from './errors.ts';

/** Refuses requests for whole addresses instead of paths: those are meant for a proxy, which this is not. */
export function addTargetRule(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!request.raw.url?.startsWith('/')) throw badRequest('bad request');
  });
}
