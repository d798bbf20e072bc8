import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer, MessageAnswer } from '../../contract/common.ts';
import type { Rank } from '../../contract/identity.ts';
import {
  AccountAnswer,
  AdminAccountAnswer,
  AdminAccountListAnswer,
  AdminListQuery,
  AdminPasswordBody,
  EmailBody,
  SignupBody,
  StandingBody,
} from '../../contract/mauth.ts';
import { doerOf } from '../http/doer.ts';
import { badRequest, conflict, notFound } from '../http/errors.ts';
import { listLimit } from '../http/list-limit.ts';
import { outboxRoutes } from '../mail/admin-routes.ts';
import type { Outbox } from '../mail/outbox.ts';
import { toAccount, toAdminAccount } from './account.ts';
import type { Accounts } from './accounts.ts';
import { readEmail } from './credentials.ts';
import type { Factors } from './factors.ts';
import type { NewPasswords } from './new-passwords.ts';
import type { Clock } from './ports.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Recovery } from './recovery.ts';
import type { Registration } from './registration.ts';
import { accountOf, emailOf, newPasswordOf } from './signup-routes.ts';

interface AdminRouteDeps {
  readonly accounts: Accounts;
  readonly registration: Registration;
  readonly recovery: Recovery;
  readonly reauthentication: Reauthentication;
  readonly factors: Factors;
  readonly outbox: Outbox;
  readonly newPasswords: NewPasswords;
  readonly clock: Clock;
}

const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const ADMIN = { permission: 'admin' } as const;
const AccountParams = Type.Object({ email: Type.String() });

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
          response: { 200: AdminAccountListAnswer, ...FAILURES },
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
        config: WITH_PASSWORD,
        schema: {
          summary: 'Set the rank of an account, disable or enable it',
          params: AccountParams,
          body: StandingBody,
          response: { 200: AdminAccountAnswer, ...FAILURES },
        },
      },
      async (request) => {
        const { params, body, caller } = request;
        const email = emailOf(params.email);
        const standing = { rank: rankOf(body.rank), disabled: switchOf(body.disabled) };
        if (email.key === readEmail(caller?.email)?.key && (standing.rank === 'user' || standing.disabled))
          throw conflict('own account');
        const refusal = await accounts.setStanding(email, standing, doerOf(request));
        if (refusal === 'unknown') throw notFound('user not found');
        if (refusal) throw conflict(refusal);
        return toAdminAccount(await accountNow(accounts, email.key));
      },
    );

    app.post(
      '/admin/user/:email/reset',
      {
        config: WITH_PASSWORD,
        schema: {
          summary: 'Mail a new password to the owner of an account and end its sessions',
          params: AccountParams,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async (request) => {
        const user = await recovery.reset(emailOf(request.params.email), doerOf(request));
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
          params: AccountParams,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async (request) => {
        const email = emailOf(request.params.email);
        // One's own is turned off with a code, not by the power of the rank.
        if (email.key === readEmail(request.caller?.email)?.key) throw conflict('own account');
        const refusal = await factors.reset(email, doerOf(request));
        if (refusal === 'unknown') throw notFound('user not found');
        if (refusal) throw conflict('no second factor');
        return { message: 'second factor removed' };
      },
    );

    app.post(
      '/admin/user/signup',
      {
        config: ADMIN,
        schema: {
          summary: 'Sign somebody up, even while registration is closed',
          body: SignupBody,
          response: { 201: AccountAnswer, ...FAILURES },
        },
      },
      async (request, reply) => {
        const account = await accountOf(request.body, newPasswords);
        const user = await registration.signUp({ ...account, byOwner: false, by: doerOf(request) });
        if (!user) throw badRequest('email is not unique');
        return reply.code(201).send(toAccount(user));
      },
    );

    app.delete(
      '/admin/user/signout',
      {
        config: ADMIN,
        schema: {
          summary: 'End all sessions of an account, if there is one',
          body: EmailBody,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async (request) => {
        await accounts.revoke(emailOf(request.body?.email), doerOf(request));
        return { message: 'session destroyed' };
      },
    );

    app.patch(
      '/admin/user/password',
      {
        config: WITH_PASSWORD,
        schema: {
          summary: 'Set the password of an account, if there is one, and end its sessions',
          body: AdminPasswordBody,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async (request) => {
        const email = emailOf(request.body.email);
        const password = await newPasswordOf(newPasswords, request.body.password, email.key);
        await accounts.setPassword(email, password, doerOf(request));
        return { message: 'password changed successfully' };
      },
    );

    await app.register(outboxRoutes(outbox, clock, '/admin/mail', 'Mails about accounts'));
  };
}

async function accountNow(accounts: Accounts, emailKey: string) {
  const [account] = await accounts.page({ exactly: emailKey, limit: 1 });
  if (!account) throw notFound('user not found');
  return account;
}

/** A wish for a number of rows, clamped. */
function rankOf(value: unknown): Rank | undefined {
  if (value === undefined || value === 'user' || value === 'admin') return value;
  throw badRequest('invalid rank');
}

function switchOf(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if ([true, 'true', '1', 1].includes(value as never)) return true;
  if ([false, 'false', '0', 0].includes(value as never)) return false;
  throw badRequest('invalid disabled');
}
