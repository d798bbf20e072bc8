/** The table of accounts. */
import { sql } from 'kysely';
import type { AccountAnswer, AdminAccountAnswer, Rank } from '../../../contract/accounts/accounts.ts';
import type { Email } from '../../../contract/fields/email.ts';
import type { Database, DialectName } from '../../platform/database/types.ts';
import { foldSearch, SEARCHED_MAX } from '../../platform/text/fold-search.ts';
import { literally } from '../../platform/text/words.ts';
import type { AccountsSchema, Source, User } from './schema.ts';

/** Adds an account; false when the compared e-mail has one already. An administrator closes the set-up of the shop. */
export async function insertUser(
  source: Source,
  { uid, email, hash, rank, name, confirmedAt, isExpected = false, now }: NewUser,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await source
    .insertInto('users')
    .values({
      ...{ uid, rank, name },
      ...emailColumns(email, name),
      password_hash: hash,
      confirmed_at: confirmedAt,
      expected: isExpected ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirst();
  const isAdded = numInsertedOrUpdatedRows === 1n;
  if (isAdded && rank === 'admin') await closeSetup(source);
  return isAdded;
}

interface NewUser {
  readonly uid: string;
  readonly email: Email;
  readonly hash: string;
  readonly rank: Rank;
  readonly name: string | null;
  /** Null: the mailbox is not proven to be the owner's yet. */
  readonly confirmedAt: number | null;
  /** An administrator makes the account: its e-mail is reserved for the owner. */
  readonly isExpected?: boolean;
  readonly now: number;
}

const emailColumns = ({ typed, key }: Email, name: string | null) => ({
  email: typed,
  email_key: key,
  search_text: searchTextOf({ email: typed, name }),
});

/** Makes the links worthless by which a first administrator is made: there is one. */
const closeSetup = (source: Source) => source.deleteFrom('setup_links').execute();

const users = (source: Source) => source.selectFrom('users').selectAll();

export const userByEmail = (source: Source, emailKey: string): Promise<User | undefined> =>
  users(source).where('email_key', '=', emailKey).executeTakeFirst();

export const userByUid = (source: Source, uid: string): Promise<User | undefined> =>
  users(source).where('uid', '=', uid).executeTakeFirst();

/** Locks rows until the transaction ends; SQLite has one writer. */
const locked = (source: Source, dialect: DialectName) =>
  users(source).$if(dialect === 'postgres', (query) => query.forUpdate());

/** The user, whom no other transaction changes until this one ends. */
export const lockedUser = (source: Source, dialect: DialectName, uid: string): Promise<User | undefined> =>
  locked(source, dialect).where('uid', '=', uid).executeTakeFirst();

export const lockedUserByEmail = (source: Source, dialect: DialectName, emailKey: string): Promise<User | undefined> =>
  locked(source, dialect).where('email_key', '=', emailKey).executeTakeFirst();

/** The user, if the session is alive and begun after `begunAfter`, the password unchanged, the account not disabled. */
export const userOfSession = (
  source: Source,
  session: { uid: string; sessionId: number; passwordVersion: number; begunAfter: number },
): Promise<User | undefined> =>
  source
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.uid', 'users.uid')
    .selectAll('users')
    .where('sessions.id', '=', session.sessionId)
    .where('sessions.created_at', '>', session.begunAfter)
    .where('users.uid', '=', session.uid)
    .where('users.password_version', '=', session.passwordVersion)
    .where('users.disabled', '=', 0)
    .executeTakeFirst();

export type CountedUser = User & { sessions: number };

/** Which accounts: a part of e-mail or name, or exactly one e-mail; those after the compared e-mail `last`. */
export interface UserFilter {
  readonly search?: string;
  readonly exactly?: string;
  readonly last?: string;
  readonly limit?: number;
}

export const listUsers = (
  source: Source,
  { search = '', exactly, last = '', limit }: UserFilter = {},
): Promise<CountedUser[]> => {
  const part = foldSearch(search).slice(0, SEARCHED_MAX);
  return source
    .selectFrom('users')
    .leftJoin('sessions', 'sessions.uid', 'users.uid')
    .selectAll('users')
    .select((eb) => eb.fn.count<number>('sessions.id').as('sessions'))
    .$if(part !== '', (query) => query.where(sql<boolean>`users.search_text LIKE ${`%${literally(part)}%`} ESCAPE '!'`))
    .$if(exactly !== undefined, (query) => query.where('users.email_key', '=', exactly ?? ''))
    .$if(last !== '', (query) => query.where('users.email_key', '>', last))
    .groupBy('users.uid')
    .orderBy('users.email_key')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
};

const searchTextOf = ({ email, name }: Pick<User, 'email' | 'name'>) => foldSearch(`${email} ${name ?? ''}`);

/** Gives accounts of former versions what they are searched by. */
export async function fillSearchTexts(database: Database<AccountsSchema>): Promise<void> {
  const bare = (source: Source) =>
    source.selectFrom('users').select(['uid', 'email', 'name']).where('search_text', '=', '');
  if (!(await bare(database.read).limit(1).executeTakeFirst())) return;
  await database.write(async (transaction) => {
    for (const user of await bare(transaction).execute())
      await transaction
        .updateTable('users')
        .set({ search_text: searchTextOf(user) })
        .where('uid', '=', user.uid)
        .execute();
  });
}

/** Marks a sign-in, which uses up a mailed password; false when access, password or factor changed since. */
export async function markSignin(
  source: Source,
  { user, newHash, now }: { user: User; newHash: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await source
    .updateTable('users')
    .set({
      updated_at: now,
      password_hash: newHash,
      last_seen_at: now,
      ...(user.mailed_until === null ? {} : { mailed_until: 0 }),
    })
    .where('uid', '=', user.uid)
    .where('password_version', '=', user.password_version)
    .where((eb) =>
      user.mailed_until === null ? eb('mailed_until', 'is', null) : eb('mailed_until', '=', user.mailed_until),
    )
    .where((eb) => (user.factor_at === null ? eb('factor_at', 'is', null) : eb('factor_at', 'is not', null)))
    .where('disabled', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Access tokens of the old password end with it, and a link that was handed over to replace it. A mailed one works once,
 * until `mailedUntil`, and must be changed.
 */
export async function updatePassword(
  source: Source,
  { uid, hash, now, mailedUntil = null }: { uid: string; hash: string; now: number; mailedUntil?: number | null },
): Promise<void> {
  await source
    .updateTable('users')
    .set((eb) => ({
      password_hash: hash,
      password_version: eb('password_version', '+', 1),
      must_change: mailedUntil === null ? 0 : 1,
      mailed_until: mailedUntil,
      updated_at: now,
    }))
    .where('uid', '=', uid)
    .execute();
  await source.deleteFrom('invitations').where('uid', '=', uid).where('handed', '=', 1).execute();
}

/** Changes rank, access or confirmation. A new administrator closes the set-up of the shop. */
export async function updateStanding(
  source: Source,
  uid: string,
  standing: { rank?: Rank; disabled?: number; confirmed_at?: number },
  now: number,
): Promise<void> {
  await source
    .updateTable('users')
    .set({ ...standing, updated_at: now })
    .where('uid', '=', uid)
    .execute();
  if (standing.rank === 'admin') await closeSetup(source);
}

/** Gives an account another, free e-mail; a mailed password is used up: it went to the former address. */
export async function updateEmail(
  source: Source,
  user: Pick<User, 'uid' | 'name' | 'mailed_until'>,
  email: Email,
  now: number,
): Promise<void> {
  await source
    .updateTable('users')
    .set({
      ...emailColumns(email, user.name),
      ...(user.mailed_until === null ? {} : { mailed_until: 0 }),
      updated_at: now,
    })
    .where('uid', '=', user.uid)
    .execute();
}

/** Writes the e-mail of an account in another way, or hides it under a key that is none; its owner sees no change. */
export async function updateSpelling(
  source: Source,
  { uid, name }: Pick<User, 'uid' | 'name'>,
  email: Email,
): Promise<void> {
  await source.updateTable('users').set(emailColumns(email, name)).where('uid', '=', uid).execute();
}

export async function updateName(
  source: Source,
  { uid, email }: Pick<User, 'uid' | 'email'>,
  name: string | null,
  now: number,
): Promise<void> {
  await source
    .updateTable('users')
    .set({ name, search_text: searchTextOf({ email, name }), updated_at: now })
    .where('uid', '=', uid)
    .execute();
}

/** Removes everything by which an account is used: sessions, links, second factor, and the record of its use. */
export async function forgetUse(source: Source, uid: string): Promise<void> {
  const tables = [
    'sessions',
    'mail_tokens',
    'email_changes',
    'invitations',
    'known_clients',
    'guesses',
    'second_factors',
    'recovery_codes',
  ] as const;
  for (const table of tables) await source.deleteFrom(table).where('uid', '=', uid).execute();
  await source.updateTable('users').set({ factor_at: null, last_seen_at: null }).where('uid', '=', uid).execute();
}

/** Reserves the account for its owner: no other account gets its e-mail, and no sweep removes it. */
export async function markInvited(source: Source, uid: string): Promise<void> {
  await source.updateTable('users').set({ expected: 1 }).where('uid', '=', uid).execute();
}

/** How many administrators sign in by a password alone. */
export async function countOpenAdministrators(source: Source): Promise<number> {
  const { open } = await source
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number | string>().as('open'))
    .where('rank', '=', 'admin')
    .where('disabled', '=', 0)
    .where('confirmed_at', 'is not', null)
    .where('factor_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(open);
}

/** Makes the transaction the only one that changes who administrates, until it ends. */
export async function lockAdministration(source: Source): Promise<void> {
  await source
    .updateTable('administration')
    .set((eb) => ({ changes: eb('changes', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}

/** Whether there is an administrator other than these. */
export async function hasAdministrator(source: Source, except: readonly string[]): Promise<boolean> {
  const found = await source
    .selectFrom('users')
    .select('uid')
    .where('rank', '=', 'admin')
    .where('disabled', '=', 0)
    .where('confirmed_at', 'is not', null)
    .$if(except.length > 0, (query) => query.where('uid', 'not in', except))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether there was ever an administrator: accounts are never deleted, and the last one stays one. */
export async function hasEverHadAdministrator(source: Source): Promise<boolean> {
  const query = source.selectFrom('users').select('uid').where('rank', '=', 'admin').limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Removes an unconfirmed, enabled, unreserved account with this e-mail that was made at `horizon` or before. */
export async function deleteUnconfirmed(source: Source, emailKey: string, horizon: number): Promise<void> {
  await source
    .deleteFrom('users')
    .where('email_key', '=', emailKey)
    .where('confirmed_at', 'is', null)
    .where('disabled', '=', 0)
    .where('expected', '=', 0)
    .where('created_at', '<=', horizon)
    .execute();
}

export const toAccount = (user: User): AccountAnswer => ({
  email: user.email,
  rank: user.rank,
  name: user.name,
  createdAt: new Date(user.created_at).toISOString(),
  updatedAt: new Date(user.updated_at).toISOString(),
});

export const toAdminAccount = (user: User & { sessions: number }): AdminAccountAnswer => ({
  ...toAccount(user),
  confirmed: user.confirmed_at !== null,
  disabled: user.disabled === 1,
  mustChangePassword: user.must_change === 1,
  secondFactor: user.factor_at !== null,
  sessions: user.sessions,
});
