import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { AccountAnswer, TokenParams } from '../../contract/accounts/accounts.ts';
import { EMAIL_FORM, PASSWORD_FORM, SIGNUP_FORM } from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import type { Limits } from '../platform/http/limits.ts';
import {
  auditActor,
  badRequest,
  forbidden,
  HttpError,
  readForm,
  requireCaller,
  unauthorized,
} from '../platform/http/request.ts';
import type { NewPasswords } from './credentials/new-passwords.ts';
import { isOpaqueToken } from './credentials/tokens.ts';
import type { EmailChanges } from './email-changes.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Recovery } from './recovery.ts';
import type { Registration } from './registration.ts';
import { clientOf } from './store/clients.ts';
import { toAccount } from './store/user-store.ts';

interface SignupRouteDeps {
  readonly registration: Registration;
  readonly recovery: Recovery;
  readonly emailChanges: EmailChanges;
  readonly limits: Limits;
  /** Whether anybody may sign up. */
  readonly isOpen: boolean;
  readonly newPasswords: NewPasswords;
}

/** Signing up, confirming the e-mail, asking for a new password: all open to anyone. */
export function signUpRoutes(deps: SignupRouteDeps): FastifyPluginAsyncTypebox {
  const { registration, recovery, emailChanges, limits, isOpen, newPasswords } = deps;
  return async (app) => {
    app.post(
      '/signup',
      {
        config: { permission: 'anyone', form: SIGNUP_FORM },
        schema: { summary: 'Sign up', response: { 201: AccountAnswer } },
      },
      async (request, reply) => {
        if (!isOpen) throw forbidden('registration is prohibited');
        await limits.take('signupClient', clientOf(request).address);
        const account = await accountOf(request, newPasswords);
        const user = await registration.signUp({ ...account, byOwner: true, by: auditActor(request) });
        if (!user) throw badRequest('email is not unique');
        return reply.code(201).send(toAccount(user));
      },
    );

    app.get(
      '/confirm/:token',
      {
        config: { permission: 'anyone' },
        // A mail scanner that sends a HEAD must not use the link up.
        exposeHeadRoute: false,
        schema: {
          summary: 'Confirm an e-mail with the token that was mailed to it',
          description: 'Of a new account, or the one that an account is to have in place of its present one.',
          params: TokenParams,
          response: { 200: MessageAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const token = mailTokenOf(request.params.token);
        const client = clientOf(request);
        const confirmed = (await registration.confirm(token, client)) ?? (await emailChanges.finish(token, client));
        if (confirmed === 'taken') throw badRequest('email is not unique');
        if (!confirmed) throw badRequest('invalid verification token');
        return { message: `email ${confirmed.email} confirmed` };
      },
    );

    app.patch(
      '/forgot',
      {
        config: { permission: 'anyone', form: EMAIL_FORM },
        schema: {
          summary: 'Mail a link that gives a new password',
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        await limits.take('forgotClient', clientOf(request).address);
        const { email } = readForm(request, EMAIL_FORM);
        const user = await recovery.ask(email, clientOf(request));
        if (!user) throw badRequest('user not found');
        return { message: `recovery link sent to ${user.email}` };
      },
    );

    app.get(
      '/forgot/:token',
      {
        config: { permission: 'anyone' },
        exposeHeadRoute: false,
        schema: {
          summary: 'Mail a new password to whom the token was mailed',
          params: TokenParams,
          response: { 200: MessageAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const token = mailTokenOf(request.params.token);
        const user = await recovery.finish(token, clientOf(request));
        if (!user) throw badRequest('invalid recovery token');
        return { message: `new password sent to ${user.email}` };
      },
    );
  };
}

/** Throws 400 when the text cannot be a new password of whoever has this e-mail, with the reason where it is too easy. */
export async function newPasswordOf(newPasswords: NewPasswords, typed: string, email: string): Promise<string> {
  const read = await newPasswords.read(typed, email);
  if (read.password !== null) return read.password;
  throw new HttpError(400, 'invalid password', read.reason ? { facts: { reason: read.reason } } : {});
}

const { name, ...CREDENTIALS } = SIGNUP_FORM;
/** Looked at when the password was found to be good enough. */
const NAME = { name };

/** The account that a sign-up asks for. Throws 400 at the first wrong field. */
export async function accountOf(request: FastifyRequest, newPasswords: NewPasswords) {
  const { email, password: typed } = readForm(request, CREDENTIALS);
  const password = await newPasswordOf(newPasswords, typed, email.key);
  return { email, password, ...readForm(request, NAME) };
}

/** The token of a mailed link. Throws 400 when the text cannot be one. */
export function mailTokenOf(token: string): string {
  if (!isOpaqueToken(token)) throw new HttpError(400, 'invalid token', { headers: { 'WWW-Authenticate': 'Bearer' } });
  return token;
}

interface OwnRouteDeps {
  readonly recovery: Recovery;
  readonly reauthentication: Reauthentication;
  readonly newPasswords: NewPasswords;
}

/** What a signed-in user does with their own account: the password. */
export function passwordRoutes(deps: OwnRouteDeps): FastifyPluginAsyncTypebox {
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
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const caller = requireCaller(request);
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

interface EmailRouteDeps {
  readonly emailChanges: EmailChanges;
  readonly reauthentication: Reauthentication;
  readonly limits: Limits;
}

/** The change of one's own e-mail. */
export const emailRoutes =
  ({ emailChanges, reauthentication, limits }: EmailRouteDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.patch(
      '/email',
      {
        config: { permission: 'signed-in', recentPassword: reauthentication.isRecent, form: EMAIL_FORM },
        schema: {
          summary: 'Change the own e-mail: by a link that is mailed to the new one',
          description: 'Where e-mails are not confirmed the change is made at once.',
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const client = clientOf(request);
        await limits.take('emailClient', client.address);
        const { email } = readForm(request, EMAIL_FORM);
        const outcome = await emailChanges.ask(requireCaller(request), email, client);
        if (outcome === 'taken') throw badRequest('email is not unique');
        if (outcome === 'session over') throw unauthorized();
        return {
          message: outcome === 'asked' ? `confirmation link sent to ${email.typed}` : `email changed to ${email.typed}`,
        };
      },
    );
  };
