import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer, MessageAnswer } from '../../contract/common.ts';
import { readEmail } from '../../contract/fields/email.ts';
import { PASSWORD_FORM } from '../../contract/forms/accounts.ts';
import { TokenParams } from '../../contract/mauth.ts';
import { InvitationAnswer, InvitationSentAnswer } from '../../contract/people.ts';
import { doerOf } from '../http/doer.ts';
import { badRequest, conflict, notFound } from '../http/errors.ts';
import type { Limits } from '../http/limits.ts';
import { readForm } from '../http/read-form.ts';
import { clientOf } from './client.ts';
import type { Invitations } from './invitations.ts';
import type { NewPasswords } from './new-passwords.ts';
import { mailTokenOf, newPasswordOf } from './signup-routes.ts';

interface InvitationRouteDeps {
  readonly invitations: Invitations;
  readonly newPasswords: NewPasswords;
  readonly limits: Limits;
}

const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const AccountParams = Type.Object({ email: Type.String() });

/** Invitations: sent and taken back by administrators, followed by whoever they were mailed to. */
export function invitationRoutes(deps: InvitationRouteDeps): FastifyPluginAsyncTypebox {
  const { invitations, newPasswords, limits } = deps;
  return async (app) => {
    app.post(
      '/admin/user/:email/invitation',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Mail a link by which the owner of an account sets the first password',
          params: AccountParams,
          response: { 200: InvitationSentAnswer, ...FAILURES },
        },
      },
      async (request) => {
        const email = readEmail(request.params.email);
        if (!email) throw badRequest('invalid email');
        const refusal = await invitations.send(email, doerOf(request));
        if (refusal === 'unknown') throw notFound('user not found');
        if (refusal === 'disabled') throw conflict('account disabled');
        if (refusal === 'signed in already') throw conflict(refusal);
        return { message: 'invitation sent', ...(refusal === 'claimed' && { claimed: true }) };
      },
    );

    app.delete(
      '/admin/user/:email/invitation',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Make the link of an invitation worthless',
          params: AccountParams,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async (request) => {
        const email = readEmail(request.params.email);
        if (!email) throw badRequest('invalid email');
        const refusal = await invitations.takeBack(email, doerOf(request));
        if (refusal === 'unknown') throw notFound('user not found');
        if (refusal) throw conflict(refusal);
        return { message: 'invitation taken back' };
      },
    );

    app.get(
      '/invitation/:token',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'Whom a mailed invitation is for; it is not used up by this',
          params: TokenParams,
          response: { 200: InvitationAnswer, ...FAILURES },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        await limits.take('inviteClient', clientOf(request).address);
        const user = await invitations.invitedBy(mailTokenOf(request.params.token));
        if (!user) throw badRequest('invalid invitation');
        return { email: user.email, name: user.name };
      },
    );

    app.post(
      '/invitation/:token',
      {
        config: { permission: 'anyone', form: PASSWORD_FORM },
        schema: {
          summary: 'Set the first password of the invited account, once',
          params: TokenParams,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async (request) => {
        const client = clientOf(request);
        await limits.take('inviteClient', client.address);
        const token = mailTokenOf(request.params.token);
        const invited = await invitations.invitedBy(token);
        if (!invited) throw badRequest('invalid invitation');
        const sent = readForm(request, PASSWORD_FORM);
        const password = await newPasswordOf(newPasswords, sent.password, invited.email_key);
        // Clients of the old API compare with exactly this spelling.
        if (sent.password_2 !== password) throw badRequest('password missmatch');
        const user = await invitations.accept(token, password, client);
        if (!user) throw badRequest('invalid invitation');
        return { message: 'password set' };
      },
    );
  };
}
