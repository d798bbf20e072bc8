import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../contract/common.ts';
import { StateAnswer } from '../../../contract/state.ts';
import { type StateSources, stateNow } from './state.ts';

/** How this process is, for the page «Состояние». */
export const stateRoutes =
  (sources: StateSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'How this process and what it works with are',
          response: { 200: StateAnswer, 401: ErrorAnswer, 403: ErrorAnswer },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return stateNow(sources);
      },
    );
  };
