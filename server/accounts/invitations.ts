/** Invitations: links that set the first password. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { TokenParams } from '../../contract/accounts/accounts.ts';
import { PASSWORD_FORM } from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import type { Email } from '../../contract/fields/email.ts';
import type { Doer } from '../../contract/journal/events.ts';
import { InvitationAnswer, InvitationSentAnswer } from '../../contract/people/people.ts';
import type { Limits } from '../platform/http/limits.ts';
import { auditActor, badRequest, conflict, EmailPath, notFound, readForm } from '../platform/http/request.ts';
import { emailOf, mailTokenOf, repeatedPasswordOf } from './account-routes.ts';
import type { AccountsContext } from './context.ts';
import type { NewPasswords } from './credentials/new-passwords.ts';
import { tokenHash } from './credentials/tokens.ts';
import { recordEvent } from './journal/record.ts';
import { LIFETIMES } from './mails.ts';
import type { Registration } from './registration.ts';
import { type Client, clientOf, ownerAsDoer, rememberClient } from './store/clients.ts';
import { deleteInvitation, findInvitedUid } from './store/mailed-link-store.ts';
import type { Source, User } from './store/schema.ts';
import * as store from './store/user-store.ts';
import { claimAccount, inviteOwner } from './unconfirmed-accounts.ts';

type SendRefusal = 'unknown' | 'disabled' | 'signed in already';

/** Links by which people set the first password of accounts that were made for them. */
interface Invitations {
  /** Replaces an earlier one; null when queued, 'claimed' when the account was unclaimed until now. Throws 429. */
  send(email: Email, by: Doer): Promise<SendRefusal | 'claimed' | null>;
  /** Makes the link worthless; null when done. */
  takeBack(email: Email, by: Doer): Promise<'unknown' | 'no invitation' | null>;
  /** Whom a mailed token invites; null when it is good for nothing. */
  invitedBy(token: string): Promise<User | null>;
  /** Sets the first password, which uses the token up; null when it is good for nothing by now. */
  accept(token: string, password: string, client: Client): Promise<User | null>;
}

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

interface InvitationRouteDeps {
  readonly invitations: Invitations;
  readonly newPasswords: NewPasswords;
  readonly limits: Limits;
}

export function invitationRoutes(deps: InvitationRouteDeps): FastifyPluginAsyncTypebox {
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
