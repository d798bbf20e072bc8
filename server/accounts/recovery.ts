import type { Caller } from '../../contract/accounts/identity.ts';
import type { Email } from '../../contract/fields/email.ts';
import { type AuditEvent, BY_ITSELF, type Doer } from '../../contract/journal/events.ts';
import type { Database } from '../platform/database/types.ts';
import type { Limits } from '../platform/http/limits.ts';
import type { Passwords } from './credentials/passwords.ts';
import type { Clock, Random } from './credentials/random.ts';
import { tokenHash } from './credentials/tokens.ts';
import { countMailTo } from './guess-limits.ts';
import { recordEvent } from './journal/record.ts';
import { type AccountMails, LIFETIMES } from './mails.ts';
import type { Registration } from './registration.ts';
import { type Client, ownerAsDoer, rememberClient, UNKNOWN_CLIENT } from './store/clients.ts';
import { deleteTokensOf, ownerOfMailToken, spendMailToken } from './store/mailed-link-store.ts';
import type { AccountsSchema, User } from './store/schema.ts';
import { deleteOtherSessions, deleteSessionsOf, hasSession } from './store/session-store.ts';
import * as store from './store/user-store.ts';

/** A password that nobody knows yet. */
interface MadeUp {
  readonly password: string;
  readonly hash: string;
}

/** Why a new password was not taken: the mailed one again, or the session is over. */
type ChangeRefusal = 'same' | 'session over';

/** Getting a new password; the audit trail names the `client`, or `by`, for it. */
export interface Recovery {
  /** Mails a recovery link, which replaces an earlier one; null when nobody can sign in with this e-mail. */
  ask(email: Email, client?: Client): Promise<User | null>;
  /** Mails a new password to the owner of a mailed token; null when the token is good for nothing. */
  finish(token: string, client?: Client): Promise<User | null>;
  /** The same by an administrator, without a token. Nobody could sign in to a disabled account with the password. */
  reset(email: Email, by?: Doer): Promise<User | 'unknown' | 'disabled'>;
  /** Sets the caller's password, ends the other sessions and notifies the caller by mail; null when done. */
  change(caller: Caller, password: string, client: Client): Promise<ChangeRefusal | null>;
}

interface RecoveryDeps {
  readonly database: Database<AccountsSchema>;
  readonly passwords: Passwords;
  readonly postbox: AccountMails;
  readonly registration: Registration;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly random: Random;
}

/** Forgotten, mailed and changed passwords over the tables of accounts. */
export function createRecovery(deps: RecoveryDeps): Recovery {
  const { database, passwords, postbox, registration, limits, clock, random } = deps;

  /** Only whoever reads the account's mail can sign in after this, once, and nobody is signed in any more. */
  const mailPassword = async (
    transaction: store.Source,
    user: User,
    { password, hash }: MadeUp,
    { event, by }: { event: AuditEvent; by: Doer },
  ) => {
    const { uid } = user;
    const now = clock();
    await store.updatePassword(transaction, { uid, hash, now, mailedUntil: now + LIFETIMES.password });
    await deleteSessionsOf(transaction, uid);
    await deleteTokensOf(transaction, uid, 'recovery');
    await postbox.sendPassword(transaction, user, password);
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
      const isSent = await database.write(async (transaction) => {
        const owner = await store.lockedUser(transaction, database.dialect, user.uid);
        // The account may have another e-mail since it was looked for: whoever reads this one is to get no link to it.
        if (owner?.email_key !== email.key) return false;
        await deleteTokensOf(transaction, user.uid, 'recovery');
        await postbox.sendLink(transaction, owner, 'recovery');
        // Whoever knows an address may ask: nobody is named for it.
        const by = { actor: null, ...client };
        await recordEvent(transaction, { at: clock(), event: 'recovery.asked', uid: user.uid, by });
        return true;
      });
      postbox.wake();
      return isSent ? user : null;
    },

    finish: async (token, client = UNKNOWN_CLIENT) => {
      const key = {
        hash: tokenHash(token),
        purpose: 'recovery',
        since: clock() - LIFETIMES.recovery,
      } as const;
      // Guesses cost a look at the table, not a hash.
      const ownerUid = await ownerOfMailToken(database.read, key);
      if (ownerUid === undefined) return null;
      const made = await madeUp();
      const owner = await database.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, ownerUid);
        if (!(await spendMailToken(transaction, key)) || !user || user.disabled) return null;
        // The link was in a mail to this address, which is all that a confirmation proves.
        if (user.confirmed_at === null) await registration.markConfirmed(transaction, user, client);
        const by = ownerAsDoer(user, client);
        // Whoever reads the mail may sign in from here at once, however many guess at the account.
        if (client.address !== '') await rememberClient(transaction, user.uid, client, clock());
        await mailPassword(transaction, user, made, { event: 'recovery.finished', by });
        return user;
      });
      postbox.wake();
      return owner;
    },

    reset: async (email, by = BY_ITSELF) => {
      if (!(await store.userByEmail(database.read, email.key))) return 'unknown';
      const made = await madeUp();
      const owner = await database.write(async (transaction) => {
        const known = await store.userByEmail(transaction, email.key);
        const user = known && (await store.lockedUser(transaction, database.dialect, known.uid));
        if (!user) return 'unknown';
        if (user.disabled) return 'disabled';
        await mailPassword(transaction, user, made, { event: 'account.reset', by });
        return user;
      });
      postbox.wake();
      return owner;
    },

    change: async (caller, password, client) => {
      const { uid, sessionId, mustChangePassword } = caller;
      const user = await store.userByUid(database.read, uid);
      const isMailedOne = mustChangePassword && user && (await passwords.verify(password, user.password_hash));
      if (isMailedOne) return 'same';
      const hash = await passwords.hash(password);
      const refusal = await database.write(async (transaction) => {
        const owner = await store.lockedUser(transaction, database.dialect, uid);
        // It may have been ended while the password was hashed, by whoever got the account back.
        if (!owner || !(await hasSession(transaction, uid, Number(sessionId)))) return 'session over';
        const now = clock();
        await store.updatePassword(transaction, { uid, hash, now });
        await deleteOtherSessions(transaction, uid, Number(sessionId));
        await deleteTokensOf(transaction, uid, 'recovery');
        const by = ownerAsDoer(caller, client);
        await recordEvent(transaction, { at: now, event: 'password.changed', uid, by });
        await postbox.sendNotice(transaction, owner, 'password-changed', client);
        return null;
      });
      postbox.wake();
      return refusal;
    },
  };
}
