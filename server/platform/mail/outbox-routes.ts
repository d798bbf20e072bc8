/** Routes by which administrators list the mails of a service and send failed ones again. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as accounts from '../../../contract/accounts/accounts.ts';
import { MessageAnswer } from '../../../contract/answers.ts';
import { conflict, IdPath, idIn, listLimit, notFound } from '../http/request.ts';
import { MAIL_NOT_SET_UP } from './mail.ts';
import type { ListedMail, Outbox } from './outbox.ts';

const config = { permission: 'admin' } as const;

export const outboxRoutes =
  (outbox: Outbox, clock: () => number, path: string, what: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      `${path}/`,
      {
        config,
        schema: {
          summary: `${what}, newest first, without their texts`,
          querystring: accounts.MailListQuery,
          response: { 200: accounts.MailListAnswer },
        },
      },
      async ({ query: { last = '', limit } }, reply) => {
        reply.header('cache-control', 'no-store');
        const page = { last: idIn(last) || null, limit: listLimit(limit) };
        const now = clock();
        const isSetUp = outbox.isSetUp();
        return (await outbox.list(page)).map((mail) => toMail(mail, now, isSetUp));
      },
    );

    app.get(
      `${path}/failed`,
      {
        config,
        schema: {
          summary: `${what} that were given up and can still be sent by hand, counted`,
          response: { 200: accounts.MailCountAnswer },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return { count: await outbox.countFailed() };
      },
    );

    app.get(
      `${path}/trouble`,
      { config, schema: { summary: 'Why mails do not leave now', response: { 200: accounts.MailTroubleAnswer } } },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return { mailTrouble: await outbox.trouble() };
      },
    );

    app.post(
      `${path}/:id/retry`,
      {
        config,
        schema: {
          summary: 'Send a mail that waits or was given up now',
          params: IdPath,
          response: { 200: MessageAnswer },
        },
      },
      async ({ params: { id } }) => {
        const number = idIn(id);
        if (number === 0) throw notFound('mail not found');
        if (!outbox.isSetUp()) throw conflict(MAIL_NOT_SET_UP);
        if (!(await outbox.retry(number))) throw notFound('mail not found');
        return { message: 'mail is being sent' };
      },
    );
  };

const toMail = (mail: ListedMail, now: number, isSetUp: boolean): accounts.MailAnswer => ({
  id: mail.id,
  to: mail.recipient,
  subject: mail.subject,
  kind: mail.kind,
  state: mail.state === 'sending' ? 'waiting' : mail.state,
  attempts: mail.attempts,
  mayRepeat: mail.may_repeat === 1,
  mayRetry: isSetUp && mail.kept === 1 && mail.state !== 'sending' && mail.useless_at > now,
  createdAt: new Date(mail.created_at).toISOString(),
  nextAt: mail.state === 'waiting' ? new Date(mail.next_at).toISOString() : null,
  sentAt: mail.sent_at === null ? null : new Date(mail.sent_at).toISOString(),
  problem: mail.problem,
});
