import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer, MessageAnswer } from '../../contract/common.ts';
import { SIGNUP_FORM } from '../../contract/forms/accounts.ts';
import { AccountAnswer, TokenParams } from '../../contract/mauth.ts';
import { badRequest } from '../http/errors.ts';
import type { Limits } from '../http/limits.ts';
import { toAccount } from './account.ts';
import { clientOf } from './client.ts';
import type { NewPasswords } from './new-passwords.ts';
import type { SetupLinks } from './setup-links.ts';
import { accountOf, mailTokenOf } from './signup-routes.ts';

interface SetupRouteDeps {
  readonly setupLinks: SetupLinks;
  readonly newPasswords: NewPasswords;
  readonly limits: Limits;
}

const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };

/** The link that a server without an administrator shows at its console. */
export function setupRoutes({ setupLinks, newPasswords, limits }: SetupRouteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/setup/:token',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'Whether a set-up link can be followed; it is not used up by this',
          params: TokenParams,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        await limits.take('inviteClient', clientOf(request).address);
        if (!(await setupLinks.isGood(mailTokenOf(request.params.token))))
          throw badRequest('invalid setup link');
        return { message: 'setup link works' };
      },
    );

    app.post(
      '/setup/:token',
      {
        config: { permission: 'anyone', form: SIGNUP_FORM },
        schema: {
          summary: 'Make the first administrator, once',
          params: TokenParams,
          response: { 201: AccountAnswer, ...FAILURES },
        },
      },
      async (request, reply) => {
        const client = clientOf(request);
        await limits.take('inviteClient', client.address);
        const token = mailTokenOf(request.params.token);
        if (!(await setupLinks.isGood(token))) throw badRequest('invalid setup link');
        const made = await setupLinks.follow(token, await accountOf(request, newPasswords), client);
        if (made === 'taken') throw badRequest('email is not unique');
        if (!made) throw badRequest('invalid setup link');
        return reply.code(201).send(toAccount(made));
      },
    );
  };
}
