/** Invitations: links that set the first password, mailed or, where mails do not leave, handed over by an administrator. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { HandedLinkAnswer, TokenParams } from '../../contract/accounts/accounts.ts';
import { PASSWORD_FORM } from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import type { Email } from '../../contract/fields/email.ts';
import type { Doer } from '../../contract/journal/events.ts';
import { InvitationAnswer, InvitationSentAnswer } from '../../contract/people/people.ts';
import type { Limits } from '../platform/http/limits.ts';
import { auditActor, badRequest, conflict, EmailPath, notFound, readForm } from '../platform/http/request.ts';
import { emailOf, mailTokenOf, refuseOwnAccount, repeatedPasswordOf, troubleOf } from './account-routes.ts';
import type { AccountsContext } from './context.ts';
import type { NewPasswords } from './credentials/new-passwords.ts';
import { tokenHash } from './credentials/tokens.ts';
import { recordEvent } from './journal/record.ts';
import { type AccountMails, LIFETIMES } from './mails.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Registration } from './registration.ts';
import { type Client, clientOf, ownerAsDoer, rememberClient } from './store/clients.ts';
import * as linkStore from './store/mailed-link-store.ts';
import type { Source, User } from './store/schema.ts';
import { deleteSessionsOf } from './store/session-store.ts';
import * as store from './store/user-store.ts';
import { claimAccount, inviteOwner, isUnclaimed, NO_PASSWORD, voidAccountUse } from './unconfirmed-accounts.ts';

type Refusal = 'unknown' | 'disabled';

/** Links by which people set the first password of accounts that were made for them, or a new one without mail. */
interface Invitations {
  /** Replaces an earlier one; null when queued, 'claimed' when the account was unclaimed until now. Throws 429. */
  send(email: Email, by: Doer): Promise<Refusal | 'signed in already' | 'claimed' | null>;
  /**
   * A link to hand over where mails do not leave. It sets a password, or confirms the e-mail of an account that has one and
   * waits for its first sign-in. Until it is followed the present password works.
   */
  handOver(email: Email, by: Doer): Promise<Refusal | 'mail leaves' | HandedLinkAnswer>;
  /** Makes the link worthless; null when done. */
  takeBack(email: Email, by: Doer): Promise<'unknown' | 'no invitation' | null>;
  /** Whom a mailed token invites; null when it is good for nothing. */
  invitedBy(token: string): Promise<User | null>;
  /** Sets the password, which uses the token up and ends sessions; null when it is good for nothing by now. */
  accept(token: string, password: string, client: Client): Promise<User | null>;
}

export function createInvitations(deps: AccountsContext & { readonly registration: Registration }): Invitations {
  const { database, passwords, postbox, registration, limits, clock } = deps;

  const find = async (source: Source, token: string): Promise<{ user: User; handed: boolean } | null> => {
    const wanted = { hash: tokenHash(token), since: clock() - LIFETIMES.invitation };
    const invitation = await linkStore.findInvitation(source, wanted);
    const user = invitation && (await store.userByUid(source, invitation.uid));
    if (!user || user.disabled) return null;
    const handed = invitation.handed === 1;
    if (!handed && user.last_seen_at !== null && !isReset(user)) return null;
    const isStale = replacesPassword(user) && invitation.created_at <= clock() - LIFETIMES.password;
    return isStale ? null : { user, handed };
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
        if (user.last_seen_at !== null) return 'signed in already';
        const wish = { at: clock(), by };
        if (await claimAccount(transaction, postbox, user, wish)) return 'claimed';
        await store.markInvited(transaction, user.uid);
        await inviteOwner(transaction, postbox, user, wish);
        return null;
      });
    },

    handOver: async (email, by) => {
      if ((await postbox.trouble()) === null) return 'mail leaves';
      return database.write(async (transaction) => {
        const user = await store.lockedUserByEmail(transaction, database.dialect, email.key);
        if (!user) return 'unknown';
        if (user.disabled) return 'disabled';
        const at = clock();
        const { uid } = user;
        const onlyConfirms = user.confirmed_at === null && !isUnclaimed(user) && user.password_hash !== NO_PASSWORD;
        if (isUnclaimed(user)) await voidAccountUse(transaction, user, { at, by });
        const purpose = onlyConfirms && !replacesPassword(user) ? 'confirmation' : 'invitation';
        const link = await postbox.makeLink(transaction, uid, purpose);
        await recordEvent(transaction, { at, event: 'account.link-made', uid, by });
        return replacesPassword(user) ? { ...link, until: new Date(at + LIFETIMES.password).toISOString() } : link;
      });
    },

    takeBack: (email, by) =>
      database.write(async (transaction) => {
        const user = await store.userByEmail(transaction, email.key);
        if (!user) return 'unknown';
        if (!(await linkStore.deleteInvitation(transaction, user.uid))) return 'no invitation';
        await recordEvent(transaction, { at: clock(), event: 'account.uninvited', uid: user.uid, by });
        return null;
      }),

    invitedBy: async (token) => (await find(database.read, token))?.user ?? null,

    accept: async (token, password, client) => {
      const known = await find(database.read, token);
      // Guesses cost a look at the table, not a hash.
      if (!known) return null;
      const hash = await passwords.hash(password);
      return postbox.write(async (transaction) => {
        const { uid } = known.user;
        const user = await store.lockedUser(transaction, database.dialect, uid);
        // It may have been used, taken back or replaced while the password was hashed.
        if (!user || !(await find(transaction, token))) return null;
        const now = clock();
        await linkStore.deleteInvitation(transaction, uid);
        await store.updatePassword(transaction, { uid, hash, now });
        await deleteSessionsOf(transaction, uid);
        await linkStore.deleteTokensOf(transaction, uid, 'recovery');
        // The link was in a mail to this address, or an administrator handed it over, who vouches for the person.
        if (user.confirmed_at === null) await registration.markConfirmed(transaction, user, client, known.handed);
        await rememberClient(transaction, uid, client, now);
        const by = ownerAsDoer(user, client);
        const isFirst = user.last_seen_at === null;
        await recordEvent(transaction, { at: now, event: isFirst ? 'account.joined' : 'password.changed', uid, by });
        if (!isFirst) await postbox.sendNotice(transaction, user, 'password-changed', client);
        return user;
      });
    },
  };
}

/** Whether the password was reset and the mailed one has not been used. */
const isReset = ({ must_change, mailed_until }: User): boolean => must_change === 1 && (mailed_until ?? 0) > 0;

/** Whether a link sets another password in place of one that was in use or was mailed: it works as long as a mailed one. */
const replacesPassword = (user: User): boolean => user.last_seen_at !== null || isReset(user);

interface InvitationRouteDeps {
  readonly invitations: Invitations;
  readonly postbox: AccountMails;
  readonly reauthentication: Reauthentication;
  readonly newPasswords: NewPasswords;
  readonly limits: Limits;
}

export function invitationRoutes(deps: InvitationRouteDeps): FastifyPluginAsyncTypebox {
  const { invitations, postbox, reauthentication, newPasswords, limits } = deps;
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
        return {
          message: 'invitation sent',
          ...(refusal === 'claimed' && { claimed: true }),
          ...(await troubleOf(postbox)),
        };
      },
    );

    app.post(
      '/admin/user/:email/link',
      {
        config: { permission: 'admin', recentPassword: reauthentication.isRecent },
        schema: {
          summary: 'A link to hand over to the owner of an account, where mails do not leave',
          description:
            'It sets the password, or confirms the e-mail of an account that has a password and waits for its first sign-in. A link that was made before is void; the present password works until the link is followed.',
          params: EmailPath,
          response: { 200: HandedLinkAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const email = emailOf(request.params.email);
        // One's own password is changed with the present one, not by the power of the rank.
        refuseOwnAccount(email, request.caller);
        const made = await invitations.handOver(email, auditActor(request));
        if (typeof made !== 'string') return made;
        if (made === 'unknown') throw notFound('user not found');
        throw conflict(made === 'disabled' ? 'account disabled' : made);
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
        return { email: user.email, name: user.name, ...(user.last_seen_at !== null && { isReset: true }) };
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
