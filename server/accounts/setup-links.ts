/** The set-up link of the first administrator, which a server without one shows at its console. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AccountAnswer, TokenParams } from '../../contract/accounts/accounts.ts';
import { SIGNUP_FORM } from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import type { Email } from '../../contract/fields/email.ts';
import { SETUP_TTL_HOURS } from '../../contract/limits.ts';
import type { Limits } from '../platform/http/limits.ts';
import { badRequest } from '../platform/http/request.ts';
import { accountOf, mailTokenOf } from './account-routes.ts';
import type { AccountsContext } from './context.ts';
import type { NewPasswords } from './credentials/new-passwords.ts';
import { tokenHash } from './credentials/tokens.ts';
import { recordEvent } from './journal/record.ts';
import { type Client, clientOf, ownerAsDoer, rememberClient } from './store/clients.ts';
import type { Source, User } from './store/schema.ts';
import * as store from './store/user-store.ts';
import { toAccount } from './store/user-store.ts';
import { voidAccountUse } from './unconfirmed-accounts.ts';

const LIFETIME = SETUP_TTL_HOURS * 3_600_000;

interface Owner {
  readonly email: Email;
  readonly password: string;
  readonly name: string | null;
}

/** Links that make the first administrator, shown at the console; all are void as soon as there is one. */
export interface SetupLinks {
  /** The token of a new link; null where there is an administrator outside `except`. `alone`: others become void. */
  make(order?: { readonly except?: readonly string[]; readonly alone?: boolean }): Promise<string | null>;
  /** Whether the token is good for anything; it is not used up by this. */
  isGood(token: string): Promise<boolean>;
  /** Makes a confirmed administrator. 'taken': the e-mail has a confirmed or disabled account; null: invalid token. */
  follow(token: string, owner: Owner, client: Client): Promise<User | 'taken' | null>;
}

/** Set-up links over the tables of accounts, which keep only their hashes. */
export function createSetupLinks({ database, passwords, clock, random }: AccountsContext): SetupLinks {
  const isGood = async (source: Source, token: string): Promise<boolean> =>
    (await source
      .selectFrom('setup_links')
      .select('hash')
      .where('hash', '=', tokenHash(token))
      .where('created_at', '>', clock() - LIFETIME)
      .executeTakeFirst()) !== undefined;

  const account = async (transaction: Source, { email, name }: Owner, hash: string, client: Client) => {
    const now = clock();
    const known = await store.lockedUserByEmail(transaction, database.dialect, email.key);
    if (known && (known.confirmed_at !== null || known.disabled === 1)) return 'taken';
    if (known) {
      await voidAccountUse(transaction, known, { at: now, by: ownerAsDoer(known, client), name });
      await store.updatePassword(transaction, { uid: known.uid, hash, now });
      await store.updateStanding(transaction, known.uid, { rank: 'admin', confirmed_at: now }, now);
    } else {
      const user = { uid: random.uid(), email, hash, rank: 'admin', name, confirmedAt: now, now } as const;
      // Another visitor signed up with the e-mail at the same time.
      if (!(await store.insertUser(transaction, user))) return 'taken';
    }
    return (await store.userByEmail(transaction, email.key)) ?? null;
  };

  return {
    make: ({ except = [], alone = false } = {}) =>
      database.write(async (transaction) => {
        await store.lockAdministration(transaction);
        if (await store.hasAdministrator(transaction, except)) return null;
        const now = clock();
        const token = random.uuid();
        await transaction
          .deleteFrom('setup_links')
          .$if(!alone, (query) => query.where('created_at', '<=', now - LIFETIME))
          .execute();
        await transaction
          .insertInto('setup_links')
          .values({ hash: tokenHash(token), created_at: now })
          .execute();
        return token;
      }),

    isGood: (token) => isGood(database.read, token),

    follow: async (token, owner, client) => {
      // Guesses cost a look at the table, not a hash.
      if (!(await isGood(database.read, token))) return null;
      const hash = await passwords.hash(owner.password);
      return database.write(async (transaction) => {
        await store.lockAdministration(transaction);
        // It may have been used while the password was hashed.
        if (!(await isGood(transaction, token))) return null;
        const user = await account(transaction, owner, hash, client);
        if (user === null || user === 'taken') return user;
        const { uid } = user;
        const by = ownerAsDoer(user, client);
        await recordEvent(transaction, { at: clock(), event: 'administrator.first', uid, by });
        if (client.address !== '') await rememberClient(transaction, uid, client, clock());
        return user;
      });
    },
  };
}

interface SetupRouteDeps {
  readonly setupLinks: SetupLinks;
  readonly newPasswords: NewPasswords;
  readonly limits: Limits;
}

export function setupRoutes({ setupLinks, newPasswords, limits }: SetupRouteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/setup/:token',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'Whether a set-up link can be followed; it is not used up by this',
          params: TokenParams,
          response: { 200: MessageAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        await limits.take('inviteClient', clientOf(request).address);
        if (!(await setupLinks.isGood(mailTokenOf(request.params.token)))) throw badRequest('invalid setup link');
        return { message: 'setup link works' };
      },
    );

    app.post(
      '/setup/:token',
      {
        config: { permission: 'anyone', form: SIGNUP_FORM },
        schema: {
          summary: 'Make the first administrator, once',
          params: TokenParams,
          response: { 201: AccountAnswer },
        },
      },
      async (request, reply) => {
        const client = clientOf(request);
        await limits.take('inviteClient', client.address);
        const token = mailTokenOf(request.params.token);
        if (!(await setupLinks.isGood(token))) throw badRequest('invalid setup link');
        const made = await setupLinks.follow(token, await accountOf(request, newPasswords), client);
        if (made === 'taken') throw badRequest('email is not unique');
        if (!made) throw badRequest('invalid setup link');
        return reply.code(201).send(toAccount(made));
      },
    );
  };
}
