import { BY_ITSELF, type Doer } from '../../contract/audit.ts';
import type { Email } from '../../contract/fields/email.ts';
import type { Rank } from '../../contract/identity.ts';
import type { Database } from '../database/types.ts';
import { recordEvent } from './audit/record.ts';
import type { Passwords } from './passwords.ts';
import type { Clock, Random } from './ports.ts';
import type { Postbox } from './postbox.ts';
import type { MauthSchema, User } from './schema.ts';
import { deleteSessionsOf } from './session-store.ts';
import { deleteTokensOf } from './token-store.ts';
import * as store from './user-store.ts';

interface Account {
  readonly email: string;
  readonly name: string | null;
  readonly rank: Rank;
  readonly confirmed: boolean;
  readonly disabled: boolean;
  readonly sessions: number;
  readonly createdAt: Date;
}

/** Why nothing was changed. */
type Refusal = 'unknown' | 'last administrator';

/**
 * Changes of accounts by those who may; e-mails and passwords arrive checked (credentials.ts). `by` is whom the audit
 * trail names for it.
 */
export interface Accounts {
  /** A confirmed account; false when the e-mail has one already. */
  create(
    account: { email: Email; password: string; name: string | null; rank: Rank },
    by?: Doer,
  ): Promise<boolean>;
  /** Sets a password, ends all sessions and tells the owner by mail; false when there is no such account. */
  setPassword(email: Email, password: string, by?: Doer): Promise<boolean>;
  /** Changes rank or access; the last administrator stays one. Null when done. */
  setStanding(
    email: Email,
    standing: { rank?: Rank; disabled?: boolean },
    by?: Doer,
  ): Promise<Refusal | null>;
  /** Ends all sessions; resolves to their number, null when there is no such account. */
  revoke(email: Email, by?: Doer): Promise<number | null>;
  list(): Promise<Account[]>;
  /** Accounts by e-mail. */
  page(filter: store.UserFilter): Promise<store.CountedUser[]>;
  /**
   * Where nobody administrates, makes the given e-mail an administrator with the given password (a generated one
   * otherwise) and resolves to that password; null when somebody does.
   */
  firstAdministrator(
    email: Email,
    password?: string,
  ): Promise<{ password: string; generated: boolean } | null>;
}

interface AccountDeps {
  readonly database: Database<MauthSchema>;
  readonly passwords: Passwords;
  readonly postbox: Postbox;
  readonly clock: Clock;
  readonly random: Random;
}

export function createAccounts({ database, passwords, postbox, clock, random }: AccountDeps): Accounts {
  const insert = async (
    transaction: store.Source,
    account: { email: Email; hash: string; name: string | null; rank: Rank },
    by: Doer,
  ) => {
    const now = clock();
    const uid = random.uid();
    const added = await store.insertUser(transaction, {
      uid,
      email: account.email.typed,
      email_key: account.email.key,
      password_hash: account.hash,
      rank: account.rank,
      name: account.name,
      confirmed_at: now,
      created_at: now,
      updated_at: now,
    });
    if (!added) return false;
    const details = { rank: account.rank };
    await recordEvent(transaction, { at: now, event: 'account.created', uid, by, details });
    return true;
  };

  const replacePassword = async (transaction: store.Source, user: User, hash: string, by: Doer) => {
    const { uid } = user;
    const now = clock();
    await store.updatePassword(transaction, { uid, hash, now });
    await deleteTokensOf(transaction, uid, 'recovery');
    await deleteSessionsOf(transaction, uid);
    await recordEvent(transaction, { at: now, event: 'password.changed', uid, by });
    await postbox.sendNotice(transaction, user, 'password-set', null);
  };

  const changeStanding = async (
    transaction: store.Source,
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
    create: async ({ email, password, name, rank }, by = BY_ITSELF) => {
      if (await store.userByEmail(database.read, email.key)) return false;
      const hash = await passwords.hash(password);
      return database.write((transaction) => insert(transaction, { email, hash, name, rank }, by));
    },

    setPassword: async (email, password, by = BY_ITSELF) => {
      const hash = await passwords.hash(password);
      const isDone = await database.write(async (transaction) => {
        const user = await store.userByEmail(transaction, email.key);
        if (user) await replacePassword(transaction, user, hash, by);
        return user !== undefined;
      });
      postbox.wake();
      return isDone;
    },

    setStanding: (email, standing, by = BY_ITSELF) =>
      database.write(async (transaction) => {
        await store.lockAdministration(transaction);
        const user = await store.userByEmail(transaction, email.key);
        if (!user) return 'unknown';
        const steps = standing.rank === 'user' || standing.disabled === true;
        if (steps && user.rank === 'admin' && !(await store.hasAdministrator(transaction, user.uid)))
          return 'last administrator';
        await changeStanding(transaction, user, standing, by);
        return null;
      }),

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

    page: (filter) => store.listUsers(database.read, filter),

    firstAdministrator: async (email, given) => {
      if (await store.hasAdministrator(database.read, null)) return null;
      const password = given ?? random.password();
      const hash = await passwords.hash(password);
      return database.write(async (transaction) => {
        await store.lockAdministration(transaction);
        if (await store.hasAdministrator(transaction, null)) return null;
        const user = await store.userByEmail(transaction, email.key);
        if (user) {
          const confirmed = {
            rank: 'admin',
            disabled: 0,
            confirmed_at: user.confirmed_at ?? clock(),
          } as const;
          await replacePassword(transaction, user, hash, BY_ITSELF);
          await store.updateStanding(transaction, user.uid, confirmed, clock());
          await recordEvent(transaction, { at: clock(), event: 'administrator.first', uid: user.uid });
        } else await insert(transaction, { email, hash, name: null, rank: 'admin' }, BY_ITSELF);
        return { password, generated: given === undefined };
      });
    },
  };
}
