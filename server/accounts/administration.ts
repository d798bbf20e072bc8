/** Changes of accounts by administrators and by the command line. */
import type { Rank } from '../../contract/accounts/accounts.ts';
import type { Email } from '../../contract/fields/email.ts';
import { BY_ITSELF, type Doer } from '../../contract/journal/events.ts';
import { recordThings } from '../platform/database/demonstration-records.ts';
import type { AccountsContext } from './context.ts';
import { ACCOUNTS } from './demo-accounts.ts';
import { recordEvent } from './journal/record.ts';
import { deleteTokensOf } from './store/mailed-link-store.ts';
import type { Source, User } from './store/schema.ts';
import { deleteSessionsOf } from './store/session-store.ts';
import * as store from './store/user-store.ts';
import { claimAccount, inviteOwner, isUnclaimed, voidAccountUse } from './unconfirmed-accounts.ts';

interface Account {
  readonly email: string;
  readonly name: string | null;
  readonly rank: Rank;
  readonly confirmed: boolean;
  readonly disabled: boolean;
  readonly sessions: number;
  readonly createdAt: Date;
}

type Refusal = 'unknown' | 'last administrator';

/** Changes by administrators and commands; e-mails and passwords arrive checked. The audit trail names `by`. */
export interface Administration {
  /** Makes a confirmed account, also in place of an unclaimed one; false when the e-mail has another account. */
  create(
    account: { email: Email; password: string; name: string | null; rank: Rank; isDemonstration?: boolean },
    by?: Doer,
  ): Promise<boolean>;
  /** Sets a password, ends all sessions and notifies the owner by mail; false when there is no such account. */
  setPassword(email: Email, password: string, by?: Doer): Promise<boolean>;
  /** Changes rank or access, null: done; the last administrator stays one. 'claimed': its owner is invited first. */
  setStanding(
    email: Email,
    standing: { rank?: Rank; disabled?: boolean },
    by?: Doer,
  ): Promise<Refusal | 'claimed' | null>;
  /** Ends all sessions; resolves to their number, null when there is no such account. */
  revoke(email: Email, by?: Doer): Promise<number | null>;
  list(): Promise<Account[]>;
  /** The e-mail of the account with this uid, whatever its key is; null when there is none. */
  emailOf(uid: string): Promise<Email | null>;
  page(filter: store.UserFilter): Promise<store.CountedUser[]>;
  /**
   * Where there is no administrator, makes this e-mail one, with the given or a generated password, and resolves to the
   * password; null when there is a reason against it. An unconfirmed account is taken over: earlier access to it ends,
   * and its owner is invited by mail.
   */
  firstAdministrator(email: Email, password?: string, order?: AdministratorOrder): Promise<FirstPassword | null>;
  /** Why this e-mail cannot become that of the first administrator; null when it can. */
  whyNoAdministrator(email: Email, except?: readonly string[]): Promise<NoAdministrator | null>;
}

export interface AdministratorOrder {
  readonly isDemonstration?: boolean;
  /** Accounts that do not count, by uid. */
  readonly except?: readonly string[];
}

export interface FirstPassword {
  readonly password: string;
  readonly generated: boolean;
}

/** Why no administrator was made. `same`: the e-mail is one; `other`: another account is; `taken`: it is in use. */
export type NoAdministrator = 'same' | 'other' | 'taken' | 'disabled';

export function createAdministration({ database, passwords, postbox, clock, random }: AccountsContext): Administration {
  const insert = async (
    transaction: Source,
    account: { email: Email; hash: string; name: string | null; rank: Rank; isDemonstration?: boolean },
    by: Doer,
  ) => {
    const now = clock();
    const uid = random.uid();
    if (!(await store.insertUser(transaction, { ...account, uid, confirmedAt: now, now }))) return false;
    const details = { rank: account.rank };
    await recordEvent(transaction, { at: now, event: 'account.created', uid, by, details });
    if (account.isDemonstration) await recordThings(transaction, ACCOUNTS, [uid]);
    return true;
  };

  const replacePassword = async (transaction: Source, user: User, hash: string, by: Doer) => {
    const { uid } = user;
    const now = clock();
    if (isUnclaimed(user)) await voidAccountUse(transaction, user, { at: now, by });
    await store.updatePassword(transaction, { uid, hash, now });
    await deleteTokensOf(transaction, uid, 'recovery');
    await deleteSessionsOf(transaction, uid);
    await recordEvent(transaction, { at: now, event: 'password.changed', uid, by });
    await postbox.sendNotice(transaction, user, 'password-set', null);
  };

  /** Makes an unconfirmed account its owner's, as a new one would be. */
  const takeOver = async (
    transaction: Source,
    user: User,
    { hash, name, rank }: { hash: string; name: string | null; rank: Rank },
    by: Doer,
  ) => {
    const { uid } = user;
    const now = clock();
    await voidAccountUse(transaction, user, { at: now, by, name });
    await store.updatePassword(transaction, { uid, hash, now });
    await store.updateStanding(transaction, uid, { rank, confirmed_at: now }, now);
  };

  const changeStanding = async (
    transaction: Source,
    user: User,
    { rank = user.rank, disabled = user.disabled === 1 }: { rank?: Rank; disabled?: boolean },
    by: Doer,
  ) => {
    const now = clock();
    await store.updateStanding(transaction, user.uid, { rank, disabled: disabled ? 1 : 0 }, now);
    if (disabled) await deleteSessionsOf(transaction, user.uid);
    const details = {
      ...(rank === user.rank ? {} : { rank }),
      ...(disabled === (user.disabled === 1) ? {} : { disabled }),
    };
    await recordEvent(transaction, { at: now, event: 'account.changed', uid: user.uid, by, details });
  };

  return {
    create: async ({ email, password, ...rest }, by = BY_ITSELF) => {
      const known = await store.userByEmail(database.read, email.key);
      if (known && !isReplaceable(known)) return false;
      const hash = await passwords.hash(password);
      return database.write(async (transaction) => {
        const user = await store.lockedUserByEmail(transaction, database.dialect, email.key);
        if (!user) return insert(transaction, { email, hash, ...rest }, by);
        if (!isReplaceable(user)) return false;
        await takeOver(transaction, user, { hash, ...rest }, by);
        return true;
      });
    },

    setPassword: async (email, password, by = BY_ITSELF) => {
      const hash = await passwords.hash(password);
      return postbox.write(async (transaction) => {
        const user = await store.userByEmail(transaction, email.key);
        if (user) await replacePassword(transaction, user, hash, by);
        return user !== undefined;
      });
    },

    setStanding: async (email, standing, by = BY_ITSELF) => {
      return postbox.write(async (transaction) => {
        await store.lockAdministration(transaction);
        const user = await store.lockedUserByEmail(transaction, database.dialect, email.key);
        if (!user) return 'unknown';
        const steps = standing.rank === 'user' || standing.disabled === true;
        if (steps && user.rank === 'admin' && !(await store.hasAdministrator(transaction, [user.uid])))
          return 'last administrator';
        await changeStanding(transaction, user, standing, by);
        const isClaimed =
          standing.rank === 'admin' && (await claimAccount(transaction, postbox, user, { at: clock(), by }));
        return isClaimed ? 'claimed' : null;
      });
    },

    revoke: (email, by = BY_ITSELF) =>
      database.write(async (transaction) => {
        const user = await store.userByEmail(transaction, email.key);
        if (!user) return null;
        const ended = await deleteSessionsOf(transaction, user.uid);
        await recordEvent(transaction, { at: clock(), event: 'sessions.revoked', uid: user.uid, by });
        return ended;
      }),

    list: async () =>
      (await store.listUsers(database.read)).map((user) => ({
        email: user.email,
        name: user.name,
        rank: user.rank,
        confirmed: user.confirmed_at !== null,
        disabled: user.disabled === 1,
        sessions: user.sessions,
        createdAt: new Date(user.created_at),
      })),

    emailOf: async (uid) => {
      const user = await store.userByUid(database.read, uid);
      return user ? { typed: user.email, key: user.email_key } : null;
    },

    page: (filter) => store.listUsers(database.read, filter),

    whyNoAdministrator: (email, except = []) => administratorRefusal(database.read, email, except),

    firstAdministrator: async (email, given, { isDemonstration = false, except = [] } = {}) => {
      const password = given ?? random.password();
      const hash = await passwords.hash(password);
      return postbox.write(async (transaction) => {
        await store.lockAdministration(transaction);
        if (await administratorRefusal(transaction, email, except)) return null;
        const known = await store.userByEmail(transaction, email.key);
        const account = { email, hash, name: null, rank: 'admin', isDemonstration } as const;
        const isNew = !known && (await insert(transaction, account, BY_ITSELF));
        // Another visitor may have signed up with the e-mail at the same time.
        const user = isNew ? null : (known ?? (await store.userByEmail(transaction, email.key)));
        if (user) {
          await takeOver(transaction, user, { hash, name: null, rank: 'admin' }, BY_ITSELF);
          const { uid } = user;
          await recordEvent(transaction, { at: clock(), event: 'administrator.first', uid });
          await inviteOwner(transaction, postbox, user, { at: clock(), by: BY_ITSELF });
        }
        return { password, generated: given === undefined };
      });
    },
  };
}

/** Whether a new account may replace this one: it is unclaimed, and no administrator disabled it. */
const isReplaceable = (user: User): boolean => isUnclaimed(user) && user.disabled === 0;

/** Why this e-mail cannot become that of the first administrator; null when it can. */
async function administratorRefusal(
  source: Source,
  email: Email,
  except: readonly string[],
): Promise<NoAdministrator | null> {
  const user = await store.userByEmail(source, email.key);
  if (user?.rank === 'admin' && user.disabled === 0 && user.confirmed_at !== null) return 'same';
  if (await store.hasAdministrator(source, except)) return 'other';
  if (user?.disabled === 1) return 'disabled';
  return user && user.confirmed_at !== null ? 'taken' : null;
}
