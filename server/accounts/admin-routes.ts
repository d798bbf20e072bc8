// Routes by which administrators look up accounts, sign users up, block them, reset passwords and second factors, and
// see mails.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as api from '../../contract/accounts/accounts.ts';
import * as forms from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import { readEmail } from '../../contract/fields/email.ts';
import * as http from '../platform/http/request.ts';
import { MAIL_NOT_SET_UP } from '../platform/mail/mail.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { outboxRoutes } from '../platform/mail/outbox-routes.ts';
import {
  type AccountRouteDeps,
  accountOf,
  emailOf,
  newPasswordOf,
  refuseOwnAccount,
  troubleOf,
} from './account-routes.ts';
import type { Administration } from './administration.ts';
import type { Clock } from './credentials/random.ts';
import type { Factors } from './second-factor.ts';
import { toAccount, toAdminAccount } from './store/user-store.ts';

interface AdminRouteDeps extends AccountRouteDeps {
  readonly accounts: Administration;
  readonly factors: Factors;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

const ADMIN = { permission: 'admin' } as const;

export function adminRoutes(deps: AdminRouteDeps): FastifyPluginAsyncTypebox {
  const { accounts, registration, recovery, factors, outbox, postbox, newPasswords, clock } = deps;
  const WITH_PASSWORD = { ...ADMIN, recentPassword: deps.reauthentication.isRecent };
  return async (app) => {
    app.get(
      '/admin/user/',
      {
        config: ADMIN,
        schema: {
          summary: 'Accounts by e-mail',
          querystring: api.AdminListQuery,
          response: { 200: api.AdminAccountListAnswer },
        },
      },
      async ({ query: { search = '', last = '', limit } }, reply) => {
        reply.header('cache-control', 'no-store');
        const page = { search, last: readEmail(last)?.key ?? '', limit: http.listLimit(limit) };
        return (await accounts.page(page)).map(toAdminAccount);
      },
    );

    app.patch(
      '/admin/user/:email',
      {
        config: { ...WITH_PASSWORD, form: forms.STANDING_FORM },
        schema: {
          summary: 'Set the rank of an account, disable or enable it',
          params: http.EmailPath,
          response: { 200: api.AdminAccountAnswer },
        },
      },
      async (request) => {
        const { params, caller } = request;
        const email = emailOf(params.email);
        const standing = http.readForm(request, forms.STANDING_FORM);
        if (standing.rank === 'user' || standing.disabled) refuseOwnAccount(email, caller);
        const refusal = await accounts.setStanding(email, standing, http.auditActor(request));
        if (refusal === 'unknown') throw http.notFound('user not found');
        if (refusal === 'last administrator') throw http.conflict(refusal);
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
          description:
            'Where mails cannot leave nothing is changed: 409, and a link can be handed over (`POST …/link`).',
          params: http.EmailPath,
          response: { 200: api.MailedAnswer },
        },
      },
      async (request) => {
        const email = emailOf(request.params.email);
        // The mail may never come, and one's own sessions would have ended.
        refuseOwnAccount(email, request.caller);
        if ((await postbox.trouble()) === 'not set up') throw http.conflict(MAIL_NOT_SET_UP);
        const user = await recovery.reset(email, http.auditActor(request));
        if (user === 'unknown') throw http.notFound('user not found');
        if (user === 'disabled') throw http.conflict('account disabled');
        return { message: `new password sent to ${user.email}`, ...(await troubleOf(postbox)) };
      },
    );

    app.delete(
      '/admin/user/:email/factor',
      {
        config: WITH_PASSWORD,
        schema: {
          summary: 'Take the second factor of somebody who lost it and end the sessions',
          params: http.EmailPath,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const email = emailOf(request.params.email);
        // One's own is turned off with a code, not by the power of the rank.
        refuseOwnAccount(email, request.caller);
        const refusal = await factors.reset(email, http.auditActor(request));
        if (refusal === 'unknown') throw http.notFound('user not found');
        if (refusal) throw http.conflict('no second factor');
        return { message: 'second factor removed' };
      },
    );

    app.post(
      '/admin/user/signup',
      {
        config: { ...ADMIN, form: forms.SIGNUP_FORM },
        schema: { summary: 'Sign somebody up, even while registration is closed', response: { 201: api.SignUpAnswer } },
      },
      async (request, reply) => {
        const account = await accountOf(request, newPasswords);
        const user = await registration.signUp({ ...account, byOwner: false, by: http.auditActor(request) });
        if (!user) throw http.badRequest('email is not unique');
        return reply.code(201).send({ ...toAccount(user), ...(await troubleOf(postbox, user.confirmed_at === null)) });
      },
    );

    app.delete(
      '/admin/user/signout',
      {
        config: { ...ADMIN, form: forms.EMAIL_FORM },
        schema: { summary: 'End all sessions of an account, if there is one', response: { 200: MessageAnswer } },
      },
      async (request) => {
        const { email } = http.readForm(request, forms.EMAIL_FORM);
        await accounts.revoke(email, http.auditActor(request));
        return { message: 'session destroyed' };
      },
    );

    app.patch(
      '/admin/user/password',
      {
        config: { ...WITH_PASSWORD, form: forms.ADMIN_PASSWORD_FORM },
        schema: {
          summary: 'Set the password of an account, if there is one, and end its sessions',
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const sent = http.readForm(request, forms.ADMIN_PASSWORD_FORM);
        const { email } = sent;
        const password = await newPasswordOf(newPasswords, sent.password, email.key);
        await accounts.setPassword(email, password, http.auditActor(request));
        return { message: 'password changed successfully' };
      },
    );

    await app.register(outboxRoutes(outbox, clock, '/admin/mail', 'Mails about accounts'));
  };
}

async function accountNow(accounts: Administration, emailKey: string) {
  const [account] = await accounts.page({ exactly: emailKey, limit: 1 });
  if (!account) throw http.notFound('user not found');
  return account;
}
