import type { Doer } from '../../contract/audit.ts';
import type { Email } from '../../contract/fields/email.ts';
import type { Database } from '../database/types.ts';
import type { Limits } from '../http/limits.ts';
import { recordEvent } from './audit/record.ts';
import { claim, invite } from './claim.ts';
import { type Client, ownDoing } from './client.ts';
import { deleteInvitation, invitedBy } from './invitation-store.ts';
import { rememberClient } from './known-clients.ts';
import type { Passwords } from './passwords.ts';
import type { Clock } from './ports.ts';
import { LIFETIMES, type Postbox } from './postbox.ts';
import type { Registration } from './registration.ts';
import type { MauthSchema, User } from './schema.ts';
import { tokenHash } from './tokens.ts';
import * as store from './user-store.ts';

/** Why an invitation was not sent. */
type SendRefusal = 'unknown' | 'disabled' | 'signed in already';

/** Links by which people set the first password of accounts that were made for them. */
export interface Invitations {
  /**
   * Mails an invitation, in place of an earlier one; null when it is on its way, 'claimed' when the account may have been
   * anybody's and waits for its owner now. Throws 429 after too many.
   */
  send(email: Email, by: Doer): Promise<SendRefusal | 'claimed' | null>;
  /** Makes the link worthless; null when done. */
  takeBack(email: Email, by: Doer): Promise<'unknown' | 'no invitation' | null>;
  /** Whom a mailed token invites; null when it is good for nothing. */
  invitedBy(token: string): Promise<User | null>;
  /** Sets the first password, which uses the token up; null when it is good for nothing by now. */
  accept(token: string, password: string, client: Client): Promise<User | null>;
}

interface InvitationDeps {
  readonly database: Database<MauthSchema>;
  readonly passwords: Passwords;
  readonly postbox: Postbox;
  readonly registration: Registration;
  readonly limits: Limits;
  readonly clock: Clock;
}

/** Invitations over the tables of accounts. */
export function createInvitations(deps: InvitationDeps): Invitations {
  const { database, passwords, postbox, registration, limits, clock } = deps;
  const keyOf = (token: string) => ({ hash: tokenHash(token), since: clock() - LIFETIMES.invitation });

  const find = async (source: store.Source, token: string): Promise<User | null> => {
    const uid = await invitedBy(source, keyOf(token));
    const user = uid === undefined ? undefined : await store.userByUid(source, uid);
    return user && isOpen(user) ? user : null;
  };

  return {
    send: async (email, by) => {
      const known = await store.userByEmail(database.read, email.key);
      if (!known) return 'unknown';
      await limits.take('mailsToAccount', `invitation ${known.uid}`);
      const refusal = await database.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, known.uid);
        if (user?.email_key !== email.key) return 'unknown';
        if (user.disabled) return 'disabled';
        if (!isOpen(user)) return 'signed in already';
        const wish = { at: clock(), by };
        if (await claim(transaction, postbox, user, wish)) return 'claimed';
        await store.markExpected(transaction, user.uid);
        await invite(transaction, postbox, user, wish);
        return null;
      });
      postbox.wake();
      return refusal;
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
        const by = ownDoing(user, client);
        await recordEvent(transaction, { at: now, event: 'account.joined', uid, by });
        return user;
      });
    },
  };
}

/** Whether the account still waits for its first sign-in. */
const isOpen = ({ disabled, last_seen_at }: User): boolean => disabled === 0 && last_seen_at === null;
