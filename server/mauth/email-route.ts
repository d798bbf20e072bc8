import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer, MessageAnswer } from '../../contract/common.ts';
import { EMAIL_FORM } from '../../contract/forms/accounts.ts';
import { callerOf } from '../http/caller.ts';
import { badRequest, unauthorized } from '../http/errors.ts';
import type { Limits } from '../http/limits.ts';
import { readForm } from '../http/read-form.ts';
import { clientOf } from './client.ts';
import type { EmailChanges } from './email-changes.ts';
import type { Reauthentication } from './reauthentication.ts';

interface EmailRouteDeps {
  readonly emailChanges: EmailChanges;
  readonly reauthentication: Reauthentication;
  readonly limits: Limits;
}

/** The change of one's own e-mail. */
export const emailRoute =
  ({ emailChanges, reauthentication, limits }: EmailRouteDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.patch(
      '/email',
      {
        config: { permission: 'signed-in', recentPassword: reauthentication.isRecent, form: EMAIL_FORM },
        schema: {
          summary: 'Change the own e-mail: by a link that is mailed to the new one',
          description: 'Where e-mails are not confirmed the change is made at once.',
          response: { 200: MessageAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
        },
      },
      async (request) => {
        const client = clientOf(request);
        await limits.take('emailClient', client.address);
        const { email } = readForm(request, EMAIL_FORM);
        const outcome = await emailChanges.ask(callerOf(request), email, client);
        if (outcome === 'taken') throw badRequest('email is not unique');
        if (outcome === 'session over') throw unauthorized();
        return {
          message:
            outcome === 'asked'
              ? `confirmation link sent to ${email.typed}`
              : `email changed to ${email.typed}`,
        };
      },
    );
  };
