/** Links that set the first password: invitations, and the set-up link of the first administrator. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AccountAnswer, TokenParams } from '../../contract/accounts/accounts.ts';
import { PASSWORD_FORM, SIGNUP_FORM } from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import type { Email } from '../../contract/fields/email.ts';
import type { Doer } from '../../contract/journal/events.ts';
import { SETUP_TTL_HOURS } from '../../contract/limits.ts';
import { InvitationAnswer, InvitationSentAnswer } from '../../contract/people/people.ts';
import type { Limits } from '../platform/http/limits.ts';
import { auditActor, badRequest, conflict, EmailPath, notFound, readForm } from '../platform/http/request.ts';
import { accountOf, emailOf, mailTokenOf, repeatedPasswordOf } from './account-routes.ts';
import type { AccountsContext } from './context.ts';
import type { NewPasswords } from './credentials/new-passwords.ts';
import { tokenHash } from './credentials/tokens.ts';
import { recordEvent } from './journal/record.ts';
import type { Registration } from './mailed-links.ts';
import { LIFETIMES } from './mails.ts';
import { type Client, clientOf, ownerAsDoer, rememberClient } from './store/clients.ts';
import { deleteInvitation, findInvitedUid } from './store/mailed-link-store.ts';
import type { Source, User } from './store/schema.ts';
import * as store from './store/user-store.ts';
import { toAccount } from './store/user-store.ts';
import { claimAccount, inviteOwner, voidAccountUse } from './unconfirmed-accounts.ts';

/** Why an invitation was not sent. */
type SendRefusal = 'unknown' | 'disabled' | 'signed in already';

/** Links by which people set the first password of accounts that were made for them. */
interface Invitations {
  /**
   * Mails an invitation, in place of an earlier one; null when it is queued, 'claimed' when the account was unclaimed
   * and is reserved for its owner now. Throws 429 after too many.
   */
  send(email: Email, by: Doer): Promise<SendRefusal | 'claimed' | null>;
  /** Makes the link worthless; null when done. */
  takeBack(email: Email, by: Doer): Promise<'unknown' | 'no invitation' | null>;
  /** Whom a mailed token invites; null when it is good for nothing. */
  invitedBy(token: string): Promise<User | null>;
  /** Sets the first password, which uses the token up; null when it is good for nothing by now. */
  accept(token: string, password: string, client: Client): Promise<User | null>;
}

/** Invitations over the tables of accounts. */
export function createInvitations(deps: AccountsContext & { readonly registration: Registration }): Invitations {
  const { database, passwords, postbox, registration, limits, clock } = deps;
  const keyOf = (token: string) => ({ hash: tokenHash(token), since: clock() - LIFETIMES.invitation });

  const find = async (source: Source, token: string): Promise<User | null> => {
    const uid = await findInvitedUid(source, keyOf(token));
    const user = uid === undefined ? undefined : await store.userByUid(source, uid);
    return user && isOpen(user) ? user : null;
  };

  return {
    send: async (email, by) => {
      const known = await store.userByEmail(database.read, email.key);
      if (!known) return 'unknown';
      await limits.take('mailsToAccount', `invitation ${known.uid}`);
      return postbox.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, known.uid);
        if (user?.email_key !== email.key) return 'unknown';
        if (user.disabled) return 'disabled';
        if (!isOpen(user)) return 'signed in already';
        const wish = { at: clock(), by };
        if (await claimAccount(transaction, postbox, user, wish)) return 'claimed';
        await store.markInvited(transaction, user.uid);
        await inviteOwner(transaction, postbox, user, wish);
        return null;
      });
    },

    takeBack: (email, by) =>
      database.write(async (transaction) => {
        const user = await store.userByEmail(transaction, email.key);
        if (!user) return 'unknown';
        if (!(await deleteInvitation(transaction, user.uid))) return 'no invitation';
        await recordEvent(transaction, { at: clock(), event: 'account.uninvited', uid: user.uid, by });
        return null;
      }),

    invitedBy: (token) => find(database.read, token),

    accept: async (token, password, client) => {
      const known = await find(database.read, token);
      // Guesses cost a look at the table, not a hash.
      if (!known) return null;
      const hash = await passwords.hash(password);
      return database.write(async (transaction) => {
        const { uid } = known;
        const user = await store.lockedUser(transaction, database.dialect, uid);
        // It may have been used, taken back or replaced while the password was hashed.
        if (!user || !(await find(transaction, token))) return null;
        const now = clock();
        await deleteInvitation(transaction, uid);
        await store.updatePassword(transaction, { uid, hash, now });
        // The link was in a mail to this address, which is all that a confirmation proves.
        if (user.confirmed_at === null) await registration.markConfirmed(transaction, user, client);
        await rememberClient(transaction, uid, client, now);
        const by = ownerAsDoer(user, client);
        await recordEvent(transaction, { at: now, event: 'account.joined', uid, by });
        return user;
      });
    },
  };
}

/** Whether the account still waits for its first sign-in. */
const isOpen = ({ disabled, last_seen_at }: User): boolean => disabled === 0 && last_seen_at === null;

interface LinkRouteDeps {
  readonly newPasswords: NewPasswords;
  readonly limits: Limits;
}

/** Invitations: sent and taken back by administrators, accepted by the invited. */
export function invitationRoutes(
  deps: LinkRouteDeps & { readonly invitations: Invitations },
): FastifyPluginAsyncTypebox {
  const { invitations, newPasswords, limits } = deps;
  return async (app) => {
    app.post(
      '/admin/user/:email/invitation',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Mail a link by which the owner of an account sets the first password',
          params: EmailPath,
          response: { 200: InvitationSentAnswer },
        },
      },
      async (request) => {
        const refusal = await invitations.send(emailOf(request.params.email), auditActor(request));
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
          params: EmailPath,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const refusal = await invitations.takeBack(emailOf(request.params.email), auditActor(request));
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
          response: { 200: InvitationAnswer },
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
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const client = clientOf(request);
        await limits.take('inviteClient', client.address);
        const token = mailTokenOf(request.params.token);
        const invited = await invitations.invitedBy(token);
        if (!invited) throw badRequest('invalid invitation');
        const sent = readForm(request, PASSWORD_FORM);
        const password = await repeatedPasswordOf(newPasswords, sent, invited.email_key);
        const user = await invitations.accept(token, password, client);
        if (!user) throw badRequest('invalid invitation');
        return { message: 'password set' };
      },
    );
  };
}

/** How long a link is good for, ms. */
const LIFETIME = SETUP_TTL_HOURS * 3_600_000;

interface Owner {
  readonly email: Email;
  readonly password: string;
  readonly name: string | null;
}

/**
 * Links by which the first administrator of a shop is made. The console of the server shows them; all of them are void
 * as soon as there is an administrator.
 */
export interface SetupLinks {
  /**
   * The token of a new link; null where there is an administrator, those of `except` aside. `alone`: earlier links
   * become void.
   */
  make(order?: { readonly except?: readonly string[]; readonly alone?: boolean }): Promise<string | null>;
  /** Whether the token is good for anything; it is not used up by this. */
  isGood(token: string): Promise<boolean>;
  /**
   * Makes a confirmed administrator and uses the token up. 'taken': the e-mail has a confirmed or disabled account;
   * null: the token is not valid.
   */
  follow(token: string, owner: Owner, client: Client): Promise<User | 'taken' | null>;
}

/** Set-up links over the tables of accounts, which know only their hashes. */
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

/** The link that a server without an administrator shows at its console. */
export function setupRoutes({
  setupLinks,
  newPasswords,
  limits,
}: LinkRouteDeps & { readonly setupLinks: SetupLinks }): FastifyPluginAsyncTypebox {
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
