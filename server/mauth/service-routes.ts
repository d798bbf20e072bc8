import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../contract/common.ts';
import { type AccountStates, DisabledAnswer, DisabledBody } from '../../contract/identity.ts';
import type { ServiceTokens } from '../secrets/service-token.ts';

/** What services in other processes ask of accounts. */
export const serviceRoutes =
  (accounts: AccountStates, { knows }: ServiceTokens): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/disabled',
      {
        config: { right: 'service', knowsService: knows },
        schema: {
          summary: 'Which of these accounts are disabled',
          body: DisabledBody,
          response: { 200: DisabledAnswer, 400: ErrorAnswer, 401: ErrorAnswer },
        },
      },
      async ({ body }, reply) => {
        reply.header('cache-control', 'no-store');
        return { uids: [...(await accounts.disabledAmong(body.uids))] };
      },
    );
  };
