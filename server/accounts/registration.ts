/** Sign-up, and confirmation of the e-mail by a mailed link. */
import type { FastifyBaseLogger } from 'fastify';
import type { Email } from '../../contract/fields/email.ts';
import type { Doer } from '../../contract/journal/events.ts';
import { HttpError } from '../platform/http/request.ts';
import type { AccountsContext } from './context.ts';
import { tokenHash } from './credentials/tokens.ts';
import { countMailTo } from './guess-limits.ts';
import { recordEvent } from './journal/record.ts';
import { LIFETIMES } from './mails.ts';
import { type Client, ownerAsDoer, rememberClient, UNKNOWN_CLIENT } from './store/clients.ts';
import * as linkStore from './store/mailed-link-store.ts';
import type { Source, User } from './store/schema.ts';
import * as store from './store/user-store.ts';
import * as unconfirmed from './unconfirmed-accounts.ts';

interface NewAccount {
  readonly email: Email;
  readonly password: string;
  readonly name: string | null;
  /** Its owner signs up, and may become the first administrator; otherwise an administrator makes the account. */
  readonly byOwner: boolean;
  readonly by: Doer;
}

/** Becoming a user: sign-up and confirmation of the e-mail. */
export interface Registration {
  /** Makes an account and queues its mail; an administrator's replaces an unclaimed one. Null: taken. Throws 429. */
  signUp(account: NewAccount): Promise<User | null>;
  /** Confirms the account of a mailed token; null when the token is good for nothing. */
  confirm(token: string, client?: Client): Promise<User | null>;
  /** Marks an account as confirmed by the reader of its mail, or by a link `handed` over; the first one administrates. */
  markConfirmed(transaction: Source, user: User, client: Client, handed?: boolean): Promise<void>;
  /** Sends the confirmation mail again, unless many went out lately. */
  remind(user: User): Promise<void>;
}

interface RegistrationDeps extends AccountsContext {
  readonly verification: boolean;
  /** Whether the first whose e-mail is confirmed administrates. */
  readonly firstAdministrates: boolean;
  readonly log: FastifyBaseLogger;
}

export function createRegistration(deps: RegistrationDeps): Registration {
  const { database, passwords, postbox, limits, verification, firstAdministrates, clock, random, log } = deps;

  const promoteFirst = async (transaction: Source, { uid }: User) => {
    if (!firstAdministrates || (await store.hasEverHadAdministrator(transaction))) return;
    await store.lockAdministration(transaction);
    if (await store.hasEverHadAdministrator(transaction)) return;
    await store.updateStanding(transaction, uid, { rank: 'admin' }, clock());
    await recordEvent(transaction, { at: clock(), event: 'administrator.first', uid });
    log.warn({ uid }, 'the first confirmed account became administrator');
  };

  const markConfirmed = async (transaction: Source, user: User, client: Client, handed = false) => {
    const now = clock();
    await store.updateStanding(transaction, user.uid, { confirmed_at: now }, now);
    await linkStore.deleteTokensOf(transaction, user.uid, 'confirmation');
    const by = ownerAsDoer(user, client);
    const event = handed ? 'account.vouched' : 'account.confirmed';
    await recordEvent(transaction, { at: now, event, uid: user.uid, by });
    await promoteFirst(transaction, user);
  };

  /** Turns an unclaimed account into the one that an administrator makes. */
  const replace = async (transaction: Source, known: User, { name, by }: NewAccount, hash: string) => {
    const { uid } = known;
    const now = clock();
    await unconfirmed.voidAccountUse(transaction, known, { at: now, by, name });
    await store.updatePassword(transaction, { uid, hash, now });
    const user = await store.userByUid(transaction, uid);
    if (user) await postbox.sendLink(transaction, user, 'confirmation');
    return user ?? null;
  };

  const insert = async (transaction: Source, account: NewAccount, hash: string) => {
    const { email, name, byOwner } = account;
    const now = clock();
    const known = await store.lockedUserByEmail(transaction, database.dialect, email.key);
    if (known && !byOwner && unconfirmed.isUnclaimed(known)) return replace(transaction, known, account, hash);
    await store.deleteUnconfirmed(transaction, email.key, unconfirmed.unconfirmedHorizon(now));
    const uid = random.uid();
    const added = await store.insertUser(transaction, {
      ...{ uid, email, hash, rank: 'user', name, now },
      confirmedAt: verification ? null : now,
      isExpected: !byOwner,
    });
    const user = added && (await store.userByUid(transaction, uid));
    if (!user) return null;
    const event = byOwner ? 'account.signed-up' : 'account.created';
    await recordEvent(transaction, { at: now, event, uid, by: account.by });
    if (verification) await postbox.sendLink(transaction, user, 'confirmation');
    else if (byOwner) await promoteFirst(transaction, user);
    return (await store.userByUid(transaction, uid)) ?? null;
  };

  return {
    signUp: async (account) => {
      const known = await store.userByEmail(database.read, account.email.key);
      const isFree =
        known &&
        (account.byOwner ? unconfirmed.isReplaceableUnconfirmed(known, clock()) : unconfirmed.isUnclaimed(known));
      if (known && !isFree) return null;
      if (verification) await countMailTo(limits, account.email.key);
      const hash = await passwords.hash(account.password);
      return postbox.write((transaction) => insert(transaction, account, hash));
    },

    confirm: (token, client = UNKNOWN_CLIENT) =>
      database.write(async (transaction) => {
        const spent = await linkStore.spendMailToken(transaction, {
          hash: tokenHash(token),
          purpose: 'confirmation',
          since: clock() - LIFETIMES.confirmation,
        });
        const user = spent && (await store.userByUid(transaction, spent.uid));
        if (!user || user.disabled || user.confirmed_at !== null) return null;
        await markConfirmed(transaction, user, client, spent.handed === 1);
        // The person who signed up may not own the mailbox, whose owner gets a notice of the first sign-in from
        // elsewhere.
        await rememberClient(transaction, user.uid, client, clock());
        return user;
      }),

    markConfirmed,

    remind: async (user) => {
      try {
        await limits.take('mailsToAccount', `confirmation ${user.uid}`);
        await countMailTo(limits, user.email_key);
      } catch (refusal) {
        if (refusal instanceof HttpError) return;
        throw refusal;
      }
      await postbox.write((transaction) => postbox.sendLink(transaction, user, 'confirmation'));
    },
  };
}
