// Routes by which users sign up, confirm their e-mail, change it, and get or change their password. Signing in is in
// session-routes.ts.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ABOUT_EMAIL } from '../../contract/accounts/about-email.ts';
import * as api from '../../contract/accounts/accounts.ts';
import * as forms from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import { type Email, readEmail } from '../../contract/fields/email.ts';
import type { Limits } from '../platform/http/limits.ts';
import * as http from '../platform/http/request.ts';
import type { NewPasswords } from './credentials/new-passwords.ts';
import { isOpaqueToken } from './credentials/tokens.ts';
import type { EmailChanges, Recovery } from './mailed-links.ts';
import type { AccountMails } from './mails.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Registration } from './registration.ts';
import { clientOf } from './store/clients.ts';
import { toAccount } from './store/user-store.ts';

export interface AccountRouteDeps {
  readonly registration: Registration;
  readonly recovery: Recovery;
  readonly emailChanges: EmailChanges;
  readonly reauthentication: Reauthentication;
  readonly postbox: Pick<AccountMails, 'trouble'>;
  readonly newPasswords: NewPasswords;
  readonly limits: Limits;
}

export function ownAccountRoutes(
  // Where registration is closed, only administrators make accounts.
  deps: AccountRouteDeps & { readonly isOpen: boolean },
): FastifyPluginAsyncTypebox {
  const { registration, recovery, emailChanges, reauthentication, postbox, limits, isOpen, newPasswords } = deps;
  return async (app) => {
    app.post(
      '/signup',
      {
        config: { permission: 'anyone', form: forms.SIGNUP_FORM },
        schema: { summary: 'Sign up', response: { 201: api.SignUpAnswer } },
      },
      async (request, reply) => {
        if (!isOpen) throw http.forbidden('registration is prohibited');
        await limits.take('signupClient', clientOf(request).address);
        const account = await accountOf(request, newPasswords);
        const user = await registration.signUp({ ...account, byOwner: true, by: http.auditActor(request) });
        if (!user) throw http.badRequest('email is not unique');
        return reply.code(201).send({ ...toAccount(user), ...(await troubleOf(postbox, user.confirmed_at === null)) });
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
          params: api.TokenParams,
          response: { 200: MessageAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const token = mailTokenOf(request.params.token);
        const client = clientOf(request);
        const confirmed = (await registration.confirm(token, client)) ?? (await emailChanges.finish(token, client));
        if (confirmed === 'taken') throw http.badRequest('email is not unique');
        if (!confirmed) throw http.badRequest('invalid verification token');
        return { message: `email ${confirmed.email} confirmed` };
      },
    );

    app.patch(
      '/forgot',
      {
        config: { permission: 'anyone', form: forms.EMAIL_FORM },
        schema: { summary: 'Mail a link that gives a new password', response: { 200: api.MailedAnswer } },
      },
      async (request) => {
        await limits.take('forgotClient', clientOf(request).address);
        const { email } = http.readForm(request, forms.EMAIL_FORM);
        const user = await recovery.ask(email, clientOf(request));
        if (!user) throw http.badRequest('user not found');
        return { message: ABOUT_EMAIL.recovery + user.email, ...(await troubleOf(postbox)) };
      },
    );

    app.get(
      '/forgot/:token',
      {
        config: { permission: 'anyone' },
        exposeHeadRoute: false,
        schema: {
          summary: 'Mail a new password to whom the token was mailed',
          params: api.TokenParams,
          response: { 200: api.MailedAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const token = mailTokenOf(request.params.token);
        const user = await recovery.finish(token, clientOf(request));
        if (!user) throw http.badRequest('invalid recovery token');
        return { message: `new password sent to ${user.email}`, ...(await troubleOf(postbox)) };
      },
    );

    app.patch(
      '/password',
      {
        config: {
          permission: 'signed-in',
          duringPasswordChange: true,
          duringFactorSetup: true,
          recentPassword: reauthentication.isRecent,
          form: forms.PASSWORD_FORM,
        },
        schema: { summary: 'Change the own password; the other sessions end', response: { 200: MessageAnswer } },
      },
      async (request) => {
        const caller = http.requireCaller(request);
        const sent = http.readForm(request, forms.PASSWORD_FORM);
        const password = await repeatedPasswordOf(newPasswords, sent, caller.email);
        const refusal = await recovery.change(caller, password, clientOf(request));
        if (refusal === 'same') throw http.badRequest('invalid password');
        if (refusal) throw http.unauthorized();
        return { message: 'password changed successfully' };
      },
    );
  };
}

/** What an answer says of a mail that the change wrote, if it wrote one. */
export async function troubleOf(
  postbox: Pick<AccountMails, 'trouble'>,
  isWritten = true,
): Promise<{ readonly mailTrouble?: api.MailTrouble }> {
  const mailTrouble = isWritten ? await postbox.trouble() : null;
  return mailTrouble === null ? {} : { mailTrouble };
}

/** Throws 400 when the text cannot be the new password of this e-mail, with the reason where it is too easy. */
export async function newPasswordOf(newPasswords: NewPasswords, typed: string, email: string): Promise<string> {
  const read = await newPasswords.read(typed, email);
  if (read.password !== null) return read.password;
  throw new http.HttpError(400, 'invalid password', read.reason ? { facts: { reason: read.reason } } : {});
}

/** The same of a password that was typed twice; throws 400 where the texts differ. */
export async function repeatedPasswordOf(
  newPasswords: NewPasswords,
  sent: { readonly password: string; readonly password_2: string | null },
  email: string,
): Promise<string> {
  const password = await newPasswordOf(newPasswords, sent.password, email);
  // Clients of the old API compare with exactly this spelling.
  if (sent.password_2 !== password) throw http.badRequest('password missmatch');
  return password;
}

const { name, ...CREDENTIALS } = forms.SIGNUP_FORM;
/** Looked at when the password was found to be good enough. */
const NAME = { name };

/** The account that a sign-up asks for. Throws 400 at the first wrong field. */
export async function accountOf(request: FastifyRequest, newPasswords: NewPasswords) {
  const { email, password: typed } = http.readForm(request, CREDENTIALS);
  const password = await newPasswordOf(newPasswords, typed, email.key);
  return { email, password, ...http.readForm(request, NAME) };
}

/** The token of a mailed link. Throws 400 when the text cannot be one. */
export function mailTokenOf(token: string): string {
  if (!isOpaqueToken(token))
    throw new http.HttpError(400, 'invalid token', { headers: { 'WWW-Authenticate': 'Bearer' } });
  return token;
}

export const emailRoutes =
  ({ emailChanges, reauthentication, postbox, limits }: AccountRouteDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.patch(
      '/email',
      {
        config: { permission: 'signed-in', recentPassword: reauthentication.isRecent, form: forms.EMAIL_FORM },
        schema: {
          summary: 'Change the own e-mail: by a link that is mailed to the new one',
          description: 'Where e-mails are not confirmed the change is made at once.',
          response: { 200: api.MailedAnswer },
        },
      },
      async (request) => {
        const client = clientOf(request);
        await limits.take('emailClient', client.address);
        const { email } = http.readForm(request, forms.EMAIL_FORM);
        const outcome = await emailChanges.ask(http.requireCaller(request), email, client);
        if (outcome === 'taken') throw http.badRequest('email is not unique');
        if (outcome === 'session over') throw http.unauthorized();
        const message = ABOUT_EMAIL[outcome === 'asked' ? 'emailAsked' : 'emailChanged'] + email.typed;
        return { message, ...(await troubleOf(postbox, outcome === 'asked')) };
      },
    );
  };

/** The e-mail of an address. Throws 400. */
export function emailOf(text: string): Email {
  const email = readEmail(text);
  if (!email) throw http.badRequest('invalid email');
  return email;
}

/** Refuses with 409 what administrators do to other accounts only, where the e-mail is the caller's own. */
export function refuseOwnAccount(email: Email, caller: FastifyRequest['caller']): void {
  if (email.key === readEmail(caller?.email)?.key) throw http.conflict('own account');
}
