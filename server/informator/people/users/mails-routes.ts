import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { MailSwitch } from '../../../../contract/docflow.ts';
import { MAIL_SWITCH_FORM } from '../../../../contract/forms/people.ts';
import { callerOf } from '../../../http/caller.ts';
import { notFound } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { findByUid, setDocumentMails } from './store.ts';

const response = { 200: MailSwitch, 400: ErrorAnswer, 401: ErrorAnswer, 404: ErrorAnswer };

/** Which mails the caller wants. */
export function mailsRoutes({ database }: PeopleContext): FastifyPluginAsyncTypebox {
  const answer = (user: UserRow | null): MailSwitch => {
    if (!user) throw notFound('user not found');
    return { documents: user.document_mails === 1 };
  };

  return async (app) => {
    app.get(
      '/mails',
      {
        config: { permission: 'signed-in' },
        schema: {
          tags: ['documents'],
          summary: 'Whether mails about documents come to the caller',
          response,
        },
      },
      async (request) => answer(await findByUid(database.read, callerOf(request).uid)),
    );

    app.patch(
      '/mails',
      {
        config: { permission: 'signed-in', form: MAIL_SWITCH_FORM },
        schema: {
          tags: ['documents'],
          summary: 'Turns mails about documents on or off for the caller',
          response,
        },
      },
      async (request) => {
        const { uid } = callerOf(request);
        answer(await findByUid(database.read, uid));
        const { documents } = readForm(request, MAIL_SWITCH_FORM);
        if (documents !== undefined) await setDocumentMails(database, uid, documents);
        return answer(await findByUid(database.read, uid));
      },
    );
  };
}
