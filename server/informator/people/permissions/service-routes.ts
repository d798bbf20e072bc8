import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { AllowsAnswer, AllowsBody, type RoleActions } from '../../../../contract/identity.ts';
import type { ServiceTokens } from '../../../secrets/service-token.ts';

/** What services in other processes ask of roles. */
export const roleServiceRoutes =
  (roles: RoleActions, { knows }: ServiceTokens): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/allows',
      {
        config: { permission: 'service', knowsService: knows },
        schema: {
          tags: ['access'],
          summary: 'Whether the role of an account allows an action that needs no direction and no task',
          body: AllowsBody,
          response: { 200: AllowsAnswer, 400: ErrorAnswer, 401: ErrorAnswer },
        },
      },
      async ({ body: { uid, action } }, reply) => {
        reply.header('cache-control', 'no-store');
        return { allowed: await roles.allows(uid, action) };
      },
    );
  };
