import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  AccountAnswer,
  AdminAccountAnswer,
  AdminAccountListAnswer,
  AdminListQuery,
} from '../../contract/accounts/accounts.ts';
import { ADMIN_PASSWORD_FORM, EMAIL_FORM, SIGNUP_FORM, STANDING_FORM } from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import { type Email, readEmail } from '../../contract/fields/email.ts';
import { listLimit } from '../platform/http/list-page.ts';
import { auditActor, badRequest, conflict, EmailPath, notFound, readForm } from '../platform/http/request.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { outboxRoutes } from '../platform/mail/outbox-routes.ts';
import type { Administration } from './administration.ts';
import type { NewPasswords } from './credentials/new-passwords.ts';
import type { Clock } from './credentials/random.ts';
import { accountOf, newPasswordOf } from './own-account-routes.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Recovery } from './recovery.ts';
import type { Registration } from './registration.ts';
import type { Factors } from './second-factor.ts';
import { toAccount, toAdminAccount } from './store/user-store.ts';

interface AdminRouteDeps {
  readonly accounts: Administration;
  readonly registration: Registration;
  readonly recovery: Recovery;
  readonly reauthentication: Reauthentication;
  readonly factors: Factors;
  readonly outbox: Outbox;
  readonly newPasswords: NewPasswords;
  readonly clock: Clock;
}

const ADMIN = { permission: 'admin' } as const;

/** Accounts and mails for administrators. */
export function adminRoutes(deps: AdminRouteDeps): FastifyPluginAsyncTypebox {
  const { accounts, registration, recovery, factors, outbox, newPasswords, clock } = deps;
  const WITH_PASSWORD = { ...ADMIN, recentPassword: deps.reauthentication.isRecent };
  return async (app) => {
    app.get(
      '/admin/user/',
      {
        config: ADMIN,
        schema: {
          summary: 'Accounts by e-mail',
          querystring: AdminListQuery,
          response: { 200: AdminAccountListAnswer },
        },
      },
      async ({ query: { search = '', last = '', limit } }, reply) => {
        reply.header('cache-control', 'no-store');
        const page = { search, last: readEmail(last)?.key ?? '', limit: listLimit(limit) };
        return (await accounts.page(page)).map(toAdminAccount);
      },
    );

    app.patch(
      '/admin/user/:email',
      {
        config: { ...WITH_PASSWORD, form: STANDING_FORM },
        schema: {
          summary: 'Set the rank of an account, disable or enable it',
          params: EmailPath,
          response: { 200: AdminAccountAnswer },
        },
      },
      async (request) => {
        const { params, caller } = request;
        const email = emailOf(params.email);
        const standing = readForm(request, STANDING_FORM);
        if (email.key === readEmail(caller?.email)?.key && (standing.rank === 'user' || standing.disabled))
          throw conflict('own account');
        const refusal = await accounts.setStanding(email, standing, auditActor(request));
        if (refusal === 'unknown') throw notFound('user not found');
        if (refusal === 'last administrator') throw conflict(refusal);
        const account = toAdminAccount(await accountNow(accounts, email.key));
        return refusal === 'claimed' ? { ...account, claimed: true } : account;
      },
    );

    app.post(
      '/admin/user/:email/reset',
      {
        config: WITH_PASSWORD,
        schema: {
          summary: 'Mail a new password to the owner of an account and end its sessions',
          params: EmailPath,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const user = await recovery.reset(emailOf(request.params.email), auditActor(request));
        if (user === 'unknown') throw notFound('user not found');
        if (user === 'disabled') throw conflict('account disabled');
        return { message: `new password sent to ${user.email}` };
      },
    );

    app.delete(
      '/admin/user/:email/factor',
      {
        config: WITH_PASSWORD,
        schema: {
          summary: 'Take the second factor of somebody who lost it and end the sessions',
          params: EmailPath,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const email = emailOf(request.params.email);
        // One's own is turned off with a code, not by the power of the rank.
        if (email.key === readEmail(request.caller?.email)?.key) throw conflict('own account');
        const refusal = await factors.reset(email, auditActor(request));
        if (refusal === 'unknown') throw notFound('user not found');
        if (refusal) throw conflict('no second factor');
        return { message: 'second factor removed' };
      },
    );

    app.post(
      '/admin/user/signup',
      {
        config: { ...ADMIN, form: SIGNUP_FORM },
        schema: {
          summary: 'Sign somebody up, even while registration is closed',
          response: { 201: AccountAnswer },
        },
      },
      async (request, reply) => {
        const account = await accountOf(request, newPasswords);
        const user = await registration.signUp({ ...account, byOwner: false, by: auditActor(request) });
        if (!user) throw badRequest('email is not unique');
        return reply.code(201).send(toAccount(user));
      },
    );

    app.delete(
      '/admin/user/signout',
      {
        config: { ...ADMIN, form: EMAIL_FORM },
        schema: {
          summary: 'End all sessions of an account, if there is one',
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const { email } = readForm(request, EMAIL_FORM);
        await accounts.revoke(email, auditActor(request));
        return { message: 'session destroyed' };
      },
    );

    app.patch(
      '/admin/user/password',
      {
        config: { ...WITH_PASSWORD, form: ADMIN_PASSWORD_FORM },
        schema: {
          summary: 'Set the password of an account, if there is one, and end its sessions',
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const sent = readForm(request, ADMIN_PASSWORD_FORM);
        const { email } = sent;
        const password = await newPasswordOf(newPasswords, sent.password, email.key);
        await accounts.setPassword(email, password, auditActor(request));
        return { message: 'password changed successfully' };
      },
    );

    await app.register(outboxRoutes(outbox, clock, '/admin/mail', 'Mails about accounts'));
  };
}

async function accountNow(accounts: Administration, emailKey: string) {
  const [account] = await accounts.page({ exactly: emailKey, limit: 1 });
  if (!account) throw notFound('user not found');
  return account;
}

/** The e-mail of an address. Throws 400. */
function emailOf(text: string): Email {
  const email = readEmail(text);
  if (!email) throw badRequest('invalid email');
  return email;
}
