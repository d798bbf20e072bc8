import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer, MessageAnswer } from '../../contract/common.ts';
import type { Rank } from '../../contract/identity.ts';
import { ADMIN_LIST_DEFAULT, ADMIN_LIST_MAX } from '../../contract/limits.ts';
import {
  AccountAnswer,
  AdminAccountAnswer,
  AdminAccountListAnswer,
  AdminListQuery,
  AdminPasswordBody,
  EmailBody,
  MailListAnswer,
  MailListQuery,
  SignupBody,
  StandingBody,
} from '../../contract/mauth.ts';
import { badRequest, conflict, notFound } from '../http/errors.ts';
import type { Outbox } from '../mail/outbox.ts';
import { toAccount, toAdminAccount, toMail } from './account.ts';
import type { Accounts } from './accounts.ts';
import { readEmail } from './credentials.ts';
import type { Recovery } from './recovery.ts';
import type { Registration } from './registration.ts';
import { accountOf, emailOf, newPasswordOf } from './signup-routes.ts';

interface AdminRouteDeps {
  readonly accounts: Accounts;
  readonly registration: Registration;
  readonly recovery: Recovery;
  readonly outbox: Outbox;
  readonly passwordMin: number;
}

const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const ADMIN = { right: 'admin' } as const;
const AccountParams = Type.Object({ email: Type.String() });

/** Accounts and mails for administrators. */
export function adminRoutes(deps: AdminRouteDeps): FastifyPluginAsyncTypebox {
  const { accounts, registration, recovery, outbox, passwordMin } = deps;
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
        const part = search.trim().normalize('NFKC').toLowerCase();
        const page = { search: part, last: readEmail(last)?.key ?? '', limit: limitOf(limit) };
        return (await accounts.page(page)).map(toAdminAccount);
      },
    );

    app.patch(
      '/admin/user/:email',
      {
        config: ADMIN,
        schema: {
          summary: 'Set the rank of an account, disable or enable it',
          params: AccountParams,
          body: StandingBody,
          response: { 200: AdminAccountAnswer, ...FAILURES },
        },
      },
      async ({ params, body, caller }) => {
        const email = emailOf(params.email);
        const standing = { rank: rankOf(body.rank), disabled: switchOf(body.disabled) };
        if (email.key === readEmail(caller?.email)?.key && (standing.rank === 'user' || standing.disabled))
          throw conflict('own account');
        const refusal = await accounts.setStanding(email, standing);
        if (refusal === 'unknown') throw notFound('user not found');
        if (refusal) throw conflict(refusal);
        return toAdminAccount(await accountNow(accounts, email.key));
      },
    );

    app.post(
      '/admin/user/:email/reset',
      {
        config: ADMIN,
        schema: {
          summary: 'Mail a new password to the owner of an account and end its sessions',
          params: AccountParams,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async ({ params }) => {
        const user = await recovery.reset(emailOf(params.email));
        if (!user) throw notFound('user not found');
        return { message: `new password sent to ${user.email}` };
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
      async ({ body }, reply) => {
        const user = await registration.signUp({ ...accountOf(body, passwordMin), mayAdministrate: false });
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
      async ({ body }) => {
        await accounts.revoke(emailOf(body?.email));
        return { message: 'session destroyed' };
      },
    );

    app.patch(
      '/admin/user/password',
      {
        config: ADMIN,
        schema: {
          summary: 'Set the password of an account, if there is one, and end its sessions',
          body: AdminPasswordBody,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async ({ body }) => {
        const email = emailOf(body.email);
        await accounts.setPassword(email, newPasswordOf(body.password, passwordMin));
        return { message: 'password changed successfully' };
      },
    );

    app.get(
      '/admin/mail/',
      {
        config: ADMIN,
        schema: {
          summary: 'Mails about accounts, newest first, without their letters',
          querystring: MailListQuery,
          response: { 200: MailListAnswer, ...FAILURES },
        },
      },
      async ({ query: { last = '', limit } }, reply) => {
        reply.header('cache-control', 'no-store');
        const page = { last: /^\d{1,15}$/.test(last) ? Number(last) : null, limit: limitOf(limit) };
        return (await outbox.list(page)).map(toMail);
      },
    );
  };
}

async function accountNow(accounts: Accounts, emailKey: string) {
  const [account] = await accounts.page({ exactly: emailKey, limit: 1 });
  if (!account) throw notFound('user not found');
  return account;
}

/** A wish for a number of rows, clamped. */
function limitOf(wish: string | undefined): number {
  const number = /^\d{1,6}$/.test(wish ?? '') ? Number(wish) : ADMIN_LIST_DEFAULT;
  return Math.min(Math.max(number, 1), ADMIN_LIST_MAX);
}

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
