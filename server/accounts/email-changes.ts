import type { Caller } from '../../contract/accounts/identity.ts';
import { type Email, readEmail } from '../../contract/fields/email.ts';
import type { Doer } from '../../contract/journal/events.ts';
import { isUniqueViolation } from '../platform/database/concurrent-writes.ts';
import type { Database } from '../platform/database/types.ts';
import type { Limits } from '../platform/http/limits.ts';
import type { Clock } from './credentials/random.ts';
import { tokenHash } from './credentials/tokens.ts';
import { countMailTo } from './guess-limits.ts';
import { recordEvent } from './journal/record.ts';
import { type AccountMails, LIFETIMES } from './mails.ts';
import { type Client, ownerAsDoer, UNKNOWN_CLIENT } from './store/clients.ts';
import { deleteEmailChange, deleteTokensOf, findEmailChange } from './store/mailed-link-store.ts';
import type { AccountsSchema, User } from './store/schema.ts';
import { hasSession } from './store/session-store.ts';
import * as store from './store/user-store.ts';
import { isReplaceableUnconfirmed, moveInvitation, unconfirmedHorizon } from './unconfirmed-accounts.ts';

/** Another e-mail for an account. 'taken': somebody has it, be it the account itself, in whatever spelling. */
export interface EmailChanges {
  /**
   * Mails a link to the wanted address, which replaces an earlier one, and tells the present address; 'changed' where
   * e-mails are not confirmed: there the change is made at once. Throws 429 after too many.
   */
  ask(caller: Caller, email: Email, client: Client): Promise<'asked' | 'changed' | 'taken' | 'session over'>;
  /**
   * Makes the change of a mailed token; resolves to the new address, null when the token is good for nothing. A token
   * whose address is taken stays good. That the new mailbox is read is all that this proves: nobody is signed in by it.
   */
  finish(token: string, client?: Client): Promise<{ readonly email: string } | 'taken' | null>;
  /** Makes a change at once, in the name of `by`; null when done. */
  set(email: Email, wanted: Email, by: Doer): Promise<'unknown' | 'taken' | null>;
}

interface EmailChangeDeps {
  readonly database: Database<AccountsSchema>;
  readonly postbox: AccountMails;
  readonly limits: Limits;
  /** Whether e-mails have to be confirmed. */
  readonly verification: boolean;
  readonly clock: Clock;
}

/** A change that is to be made. */
interface Change {
  readonly user: User;
  readonly email: Email;
  readonly by: Doer;
  /** Told to the former address; null for nobody of the owner's. */
  readonly client: Client | null;
}

/** Changes of e-mails over the tables of accounts. */
export function createEmailChanges(deps: EmailChangeDeps): EmailChanges {
  const { database, postbox, limits, verification, clock } = deps;

  /** One of two that take the same address at one moment finds it taken, whenever it looked. */
  const writeUnlessTaken = <T>(work: (transaction: store.Source) => Promise<T>): Promise<T | 'taken'> =>
    database.write(work).catch((error: unknown) => {
      if (isUniqueViolation(error)) return 'taken';
      throw error;
    });

  const isTaken = async (source: store.Source, email: Email) => {
    const known = await store.userByEmail(source, email.key);
    return known !== undefined && !isReplaceableUnconfirmed(known, clock());
  };

  /** Whatever was mailed to the former address is worthless afterwards, and nobody is signed out. */
  const carryOut = async (transaction: store.Source, { user, email, by, client }: Change) => {
    if (await isTaken(transaction, email)) return 'taken';
    const now = clock();
    const { uid } = user;
    await store.deleteUnconfirmed(transaction, email.key, unconfirmedHorizon(now));
    const details = { emailBefore: user.email, email: email.typed };
    await recordEvent(transaction, { at: now, event: 'email.changed', uid, by, details });
    await store.updateEmail(transaction, user, email, now);
    await deleteTokensOf(transaction, uid, 'recovery');
    await deleteTokensOf(transaction, uid, 'confirmation');
    await deleteEmailChange(transaction, uid);
    await moveInvitation(transaction, postbox, { ...user, email: email.typed }, { at: now, by });
    await postbox.sendNotice(transaction, user, 'email-changed', client, email.typed);
    return null;
  };

  const keepWish = async (transaction: store.Source, { user, email, by, client }: Change) => {
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
      const outcome = await writeUnlessTaken(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        // It may have been ended a moment ago, by whoever got the account back.
        if (!user || !(await hasSession(transaction, uid, Number(sessionId)))) return 'session over';
        const change = { user, email, by: ownerAsDoer(user, client), client };
        if (!verification) return (await carryOut(transaction, change)) ?? 'changed';
        await keepWish(transaction, change);
        return 'asked';
      });
      postbox.wake();
      return outcome;
    },

    finish: async (token, client = UNKNOWN_CLIENT) => {
      const key = { hash: tokenHash(token), since: clock() - LIFETIMES.confirmation };
      const known = await findEmailChange(database.read, key);
      if (!known) return null;
      const outcome = await writeUnlessTaken(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, known.uid);
        // It may have been used, replaced or made worthless before the account was locked.
        const email = readEmail((await findEmailChange(transaction, key))?.email);
        if (!user || user.disabled || !email) return null;
        const change = { user, email, by: ownerAsDoer(user, client), client };
        return (await carryOut(transaction, change)) ?? { email: email.typed };
      });
      postbox.wake();
      return outcome;
    },

    set: async (email, wanted, by) => {
      const outcome = await writeUnlessTaken(async (transaction) => {
        const user = await store.userByEmail(transaction, email.key);
        if (!user) return 'unknown';
        return carryOut(transaction, { user, email: wanted, by, client: null });
      });
      postbox.wake();
      return outcome;
    },
  };
}
