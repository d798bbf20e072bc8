// A new password for users who forgot theirs, and a change of the e-mail: both are confirmed by a link that is mailed.
// Tables are in store/mailed-link-store.ts.
import type { Caller } from '../../contract/accounts/accounts.ts';
import { type Email, readEmail } from '../../contract/fields/email.ts';
import { type AuditEvent, BY_ITSELF, type Doer } from '../../contract/journal/events.ts';
import { isUniqueViolation } from '../platform/database/concurrent-writes.ts';
import type { AccountsContext } from './context.ts';
import { tokenHash } from './credentials/tokens.ts';
import { countMailTo } from './guess-limits.ts';
import { recordEvent } from './journal/record.ts';
import { LIFETIMES } from './mails.ts';
import type { Registration } from './registration.ts';
import { type Client, ownerAsDoer, rememberClient, UNKNOWN_CLIENT } from './store/clients.ts';
import * as linkStore from './store/mailed-link-store.ts';
import type { Source, User } from './store/schema.ts';
import { deleteOtherSessions, deleteSessionsOf, hasSession } from './store/session-store.ts';
import * as store from './store/user-store.ts';
import * as unconfirmed from './unconfirmed-accounts.ts';

interface MadeUp {
  readonly password: string;
  readonly hash: string;
}

/** Why a new password was not taken: the mailed one again, or the session is over. */
type ChangeRefusal = 'same' | 'session over';

/** Getting a new password; the audit trail names the `client`, or `by`, for it. */
export interface Recovery {
  /** Mails a recovery link, which replaces an earlier one; null when this e-mail cannot sign in. */
  ask(email: Email, client?: Client): Promise<User | null>;
  /** Mails a new password to the owner of a mailed token; null when the token is good for nothing. */
  finish(token: string, client?: Client): Promise<User | null>;
  /** The same by an administrator, without a token. A disabled account gets none: it could not sign in with it. */
  reset(email: Email, by?: Doer): Promise<User | 'unknown' | 'disabled'>;
  /** Sets the caller's password, ends the other sessions and notifies the caller by mail; null when done. */
  change(caller: Caller, password: string, client: Client): Promise<ChangeRefusal | null>;
}

export function createRecovery(deps: AccountsContext & { readonly registration: Registration }): Recovery {
  const { database, passwords, postbox, registration, limits, clock, random } = deps;

  /** Ends all sessions; only the reader of the account's mail can sign in after this, once. */
  const mailPassword = async (
    transaction: Source,
    user: User,
    { password, hash }: MadeUp,
    { event, by }: { event: AuditEvent; by: Doer },
  ) => {
    const { uid } = user;
    const now = clock();
    const mailedUntil = now + LIFETIMES.password;
    await store.updatePassword(transaction, { uid, hash, now, mailedUntil });
    await deleteSessionsOf(transaction, uid);
    await linkStore.deleteTokensOf(transaction, uid, 'recovery');
    await postbox.sendPassword(transaction, user, password, mailedUntil);
    await recordEvent(transaction, { at: now, event, uid, by });
  };

  const madeUp = async (): Promise<MadeUp> => {
    const password = random.password();
    return { password, hash: await passwords.hash(password) };
  };

  return {
    ask: async (email, client = UNKNOWN_CLIENT) => {
      const user = await store.userByEmail(database.read, email.key);
      if (!user || user.disabled) return null;
      await limits.take('mailsToAccount', `recovery ${user.uid}`);
      await countMailTo(limits, user.email_key);
      const isSent = await postbox.write(async (transaction) => {
        const owner = await store.lockedUser(transaction, database.dialect, user.uid);
        // The account may have got another e-mail meanwhile: readers of this mailbox get no link to it.
        if (owner?.email_key !== email.key) return false;
        await linkStore.deleteTokensOf(transaction, user.uid, 'recovery');
        await postbox.sendLink(transaction, owner, 'recovery');
        // Any visitor may ask for a known address: the journal names no account for it.
        const by = { actor: null, ...client };
        await recordEvent(transaction, { at: clock(), event: 'recovery.asked', uid: user.uid, by });
        return true;
      });
      return isSent ? user : null;
    },

    finish: async (token, client = UNKNOWN_CLIENT) => {
      const key = { hash: tokenHash(token), purpose: 'recovery', since: clock() - LIFETIMES.recovery } as const;
      // Guesses cost a look at the table, not a hash.
      const ownerUid = await linkStore.ownerOfMailToken(database.read, key);
      if (ownerUid === undefined) return null;
      const made = await madeUp();
      return postbox.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, ownerUid);
        if (!(await linkStore.spendMailToken(transaction, key)) || !user || user.disabled) return null;
        // The link was in a mail to this address, which is all that a confirmation proves.
        if (user.confirmed_at === null) await registration.markConfirmed(transaction, user, client);
        const by = ownerAsDoer(user, client);
        // The reader of the mail may sign in from here at once, however many guess at the account.
        if (client.address !== '') await rememberClient(transaction, user.uid, client, clock());
        await mailPassword(transaction, user, made, { event: 'recovery.finished', by });
        return user;
      });
    },

    reset: async (email, by = BY_ITSELF) => {
      if (!(await store.userByEmail(database.read, email.key))) return 'unknown';
      const made = await madeUp();
      return postbox.write(async (transaction) => {
        const known = await store.userByEmail(transaction, email.key);
        const user = known && (await store.lockedUser(transaction, database.dialect, known.uid));
        if (!user) return 'unknown';
        if (user.disabled) return 'disabled';
        await mailPassword(transaction, user, made, { event: 'account.reset', by });
        return user;
      });
    },

    change: async (caller, password, client) => {
      const { uid, sessionId, mustChangePassword } = caller;
      const user = await store.userByUid(database.read, uid);
      const isMailedOne = mustChangePassword && user && (await passwords.verify(password, user.password_hash));
      if (isMailedOne) return 'same';
      const hash = await passwords.hash(password);
      return postbox.write(async (transaction) => {
        const owner = await store.lockedUser(transaction, database.dialect, uid);
        // The owner may have ended the session while the password was hashed.
        if (!owner || !(await hasSession(transaction, uid, Number(sessionId)))) return 'session over';
        const now = clock();
        await store.updatePassword(transaction, { uid, hash, now });
        await deleteOtherSessions(transaction, uid, Number(sessionId));
        await linkStore.deleteTokensOf(transaction, uid, 'recovery');
        const by = ownerAsDoer(caller, client);
        await recordEvent(transaction, { at: now, event: 'password.changed', uid, by });
        await postbox.sendNotice(transaction, owner, 'password-changed', client);
        return null;
      });
    },
  };
}

/** Another e-mail for an account. 'taken': an account has it, also this one in another spelling. */
export interface EmailChanges {
  /** Mails a link to the wanted address, a notice to the present one; 'changed' where made at once. Throws 429. */
  ask(caller: Caller, email: Email, client: Client): Promise<'asked' | 'changed' | 'taken' | 'session over'>;
  /**
   * Makes the change of a mailed token; resolves to the new address, null when the token is not valid. A token whose
   * address is taken stays valid. It proves only that the new mailbox is read: it starts no session.
   */
  finish(token: string, client?: Client): Promise<{ readonly email: string } | 'taken' | null>;
  /** Makes a change at once, in the name of `by`; null when done. */
  set(email: Email, wanted: Email, by: Doer): Promise<'unknown' | 'taken' | null>;
}

interface Change {
  readonly user: User;
  readonly email: Email;
  readonly by: Doer;
  /** Named in the mail to the former address; null where no browser of the owner asked. */
  readonly client: Client | null;
}

export function createEmailChanges(deps: AccountsContext & { readonly verification: boolean }): EmailChanges {
  const { database, postbox, limits, verification, clock } = deps;

  /** One of two that take the same address at one moment finds it taken, whenever it looked. */
  const writeUnlessTaken = <T>(work: (transaction: Source) => Promise<T>): Promise<T | 'taken'> =>
    postbox.write(work).catch((error: unknown) => {
      if (isUniqueViolation(error)) return 'taken';
      throw error;
    });

  const isTaken = async (source: Source, email: Email) => {
    const known = await store.userByEmail(source, email.key);
    return known !== undefined && !unconfirmed.isReplaceableUnconfirmed(known, clock());
  };

  /** Makes links mailed to the former address worthless; sessions go on. */
  const carryOut = async (transaction: Source, { user, email, by, client }: Change) => {
    if (await isTaken(transaction, email)) return 'taken';
    const now = clock();
    const { uid } = user;
    await store.deleteUnconfirmed(transaction, email.key, unconfirmed.unconfirmedHorizon(now));
    const details = { emailBefore: user.email, email: email.typed };
    await recordEvent(transaction, { at: now, event: 'email.changed', uid, by, details });
    await store.updateEmail(transaction, user, email, now);
    await linkStore.deleteTokensOf(transaction, uid, 'recovery');
    await linkStore.deleteTokensOf(transaction, uid, 'confirmation');
    await linkStore.deleteEmailChange(transaction, uid);
    await unconfirmed.moveInvitation(transaction, postbox, { ...user, email: email.typed }, { at: now, by });
    await postbox.sendNotice(transaction, user, 'email-changed', client, email.typed);
    return null;
  };

  const keepWish = async (transaction: Source, { user, email, by, client }: Change) => {
    const { uid } = user;
    await postbox.sendChangeLink(transaction, uid, email.typed);
    await postbox.sendNotice(transaction, user, 'email-asked', client, email.typed);
    const details = { email: email.typed };
    await recordEvent(transaction, { at: clock(), event: 'email.asked', uid, by, details });
  };

  return {
    ask: async (caller, email, client) => {
      const { uid, sessionId } = caller;
      if (await isTaken(database.read, email)) return 'taken';
      await limits.take('mailsToAccount', `e-mail ${uid}`);
      if (verification) await countMailTo(limits, email.key);
      return writeUnlessTaken(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        // The owner may have ended the session a moment ago.
        if (!user || !(await hasSession(transaction, uid, Number(sessionId)))) return 'session over';
        const change = { user, email, by: ownerAsDoer(user, client), client };
        if (!verification) return (await carryOut(transaction, change)) ?? 'changed';
        await keepWish(transaction, change);
        return 'asked';
      });
    },

    finish: async (token, client = UNKNOWN_CLIENT) => {
      const key = { hash: tokenHash(token), since: clock() - LIFETIMES.confirmation };
      const known = await linkStore.findEmailChange(database.read, key);
      if (!known) return null;
      return writeUnlessTaken(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, known.uid);
        // It may have been used, replaced or made worthless before the account was locked.
        const email = readEmail((await linkStore.findEmailChange(transaction, key))?.email);
        if (!user || user.disabled || !email) return null;
        const change = { user, email, by: ownerAsDoer(user, client), client };
        return (await carryOut(transaction, change)) ?? { email: email.typed };
      });
    },

    set: (email, wanted, by) =>
      writeUnlessTaken(async (transaction) => {
        const user = await store.userByEmail(transaction, email.key);
        return user ? carryOut(transaction, { user, email: wanted, by, client: null }) : 'unknown';
      }),
  };
}
