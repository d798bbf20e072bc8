import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { MailSwitch, MailSwitchBody } from '../../../../contract/docflow.ts';
import { callerOf } from '../../../http/caller.ts';
import { badRequest, notFound } from '../../../http/errors.ts';
import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { findByUid } from './store.ts';

const response = { 200: MailSwitch, 400: ErrorAnswer, 401: ErrorAnswer, 404: ErrorAnswer };
const WORDS = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['on', true],
  ['1', true],
  [false, false],
  ['false', false],
  ['off', false],
  ['0', false],
  ['', false],
]);

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
        config: { permission: 'signed-in' },
        schema: {
          tags: ['documents'],
          summary: 'Turns mails about documents on or off for the caller',
          body: MailSwitchBody,
          response,
        },
      },
      async (request) => {
        const { uid } = callerOf(request);
        answer(await findByUid(database.read, uid));
        const { documents } = request.body;
        const wanted = WORDS.get(documents);
        if (documents !== undefined && wanted === undefined) throw badRequest('invalid documents');
        if (wanted !== undefined) {
          await database.write((transaction) =>
            transaction
              .updateTable('users')
              .set({ document_mails: wanted ? 1 : 0 })
              .where('uid', '=', uid)
              .execute(),
          );
        }
        return answer(await findByUid(database.read, uid));
      },
    );
  };
}
