import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../contract/common.ts';
import { HttpError } from './errors.ts';

const StatusAnswer = Type.Object({ status: Type.String() });

/** /health: the process answers, nothing is touched. /ready: the services can answer too. */
export function healthRoutes(isReady: () => Promise<boolean>): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { right: 'anyone' } as const;
    app.get('/health', { config, schema: { response: { 200: StatusAnswer } } }, async () => ({
      status: 'ok',
    }));
    app.get(
      '/ready',
      { config, schema: { response: { 200: StatusAnswer, 503: ErrorAnswer } } },
      async (request) => {
        const ready = await isReady().catch((error) => {
          request.log.error({ err: error }, 'a service is not ready');
          return false;
        });
        if (!ready) throw new HttpError(503, 'not ready', { headers: { 'Retry-After': '2' } });
        return { status: 'ready' };
      },
    );
  };
}
