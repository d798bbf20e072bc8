import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer, MessageAnswer } from '../../contract/common.ts';
import { PASSWORD_FORM } from '../../contract/forms/accounts.ts';
import { callerOf } from '../http/caller.ts';
import { badRequest, unauthorized } from '../http/errors.ts';
import { readForm } from '../http/read-form.ts';
import { clientOf } from './client.ts';
import type { NewPasswords } from './new-passwords.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Recovery } from './recovery.ts';
import { newPasswordOf } from './signup-routes.ts';

interface OwnRouteDeps {
  readonly recovery: Recovery;
  readonly reauthentication: Reauthentication;
  readonly newPasswords: NewPasswords;
}

const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };

/** What a signed-in user does with their own account: the password. */
export function ownRoutes(deps: OwnRouteDeps): FastifyPluginAsyncTypebox {
  const { recovery, reauthentication, newPasswords } = deps;
  return async (app) => {
    app.patch(
      '/password',
      {
        config: {
          permission: 'signed-in',
          duringPasswordChange: true,
          duringFactorSetup: true,
          recentPassword: reauthentication.isRecent,
          form: PASSWORD_FORM,
        },
        schema: {
          summary: 'Change the own password; the other sessions end',
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const sent = readForm(request, PASSWORD_FORM);
        const password = await newPasswordOf(newPasswords, sent.password, caller.email);
        if (sent.password_2 !== password)
          // Clients of the old API compare with exactly this spelling.
          throw badRequest('password missmatch');
        const refusal = await recovery.change(caller, password, clientOf(request));
        if (refusal === 'same') throw badRequest('invalid password');
        if (refusal) throw unauthorized();
        return { message: 'password changed successfully' };
      },
    );
  };
}
