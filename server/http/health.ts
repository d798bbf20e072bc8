import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../contract/common.ts';
import { HttpError } from './errors.ts';
import { createReadiness } from './readiness.ts';

const StatusAnswer = Type.Object({ status: Type.String() });

/**
 * /health: the process answers, nothing is touched. /ready: the services can answer, and change what they keep; no when the
 * server is about to stop.
 */
export function healthRoutes(
  probe: () => Promise<boolean>,
  isLeaving: () => boolean,
): FastifyPluginAsyncTypebox {
  return async (app) => {
    const readiness = createReadiness({ probe, log: app.log });
    const config = { permission: 'anyone' } as const;
    app.get('/health', { config, schema: { response: { 200: StatusAnswer } } }, async () => ({
      status: 'ok',
    }));
    app.get('/ready', { config, schema: { response: { 200: StatusAnswer, 503: ErrorAnswer } } }, async () => {
      if (isLeaving() || !(await readiness.isReady()))
        throw new HttpError(503, 'not ready', { headers: { 'Retry-After': '2' } });
      return { status: 'ready' };
    });
  };
}
