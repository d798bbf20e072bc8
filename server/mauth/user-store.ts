import type { Kysely } from 'kysely';
import type { Rank } from '../../contract/identity.ts';
import type { MauthSchema, User } from './schema.ts';

/** A connection to read from, or the transaction a change belongs to. */
export type Source = Kysely<MauthSchema>;

/** Adds an account; false when the compared e-mail has one already. */
export async function insertUser(
  source: Source,
  user: Omit<User, 'password_version' | 'disabled' | 'must_change'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await source
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const userByEmail = (source: Source, emailKey: string): Promise<User | undefined> =>
  source.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst();

export const userByUid = (source: Source, uid: string): Promise<User | undefined> =>
  source.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();

/** The user, if the session is his and alive, the password is still the one the token was issued under, and he is not disabled. */
export const userOfSession = (
  source: Source,
  { uid, sessionId, passwordVersion }: { uid: string; sessionId: number; passwordVersion: number },
): Promise<User | undefined> =>
  source
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.uid', 'users.uid')
    .selectAll('users')
    .where('sessions.id', '=', sessionId)
    .where('users.uid', '=', uid)
    .where('users.password_version', '=', passwordVersion)
    .where('users.disabled', '=', 0)
    .executeTakeFirst();

/** All accounts by e-mail, with the number of sessions of each. */
export const listUsers = (source: Source): Promise<(User & { sessions: number })[]> =>
  source
    .selectFrom('users')
    .leftJoin('sessions', 'sessions.uid', 'users.uid')
    .selectAll('users')
    .select((eb) => eb.fn.count<number>('sessions.id').as('sessions'))
    .groupBy('users.uid')
    .orderBy('users.email_key')
    .execute();

/** Marks a successful sign-in; false when the account was disabled or its password changed since `hash` was read. */
export async function markSignin(
  source: Source,
  { uid, hash, newHash, now }: { uid: string; hash: string; newHash: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await source
    .updateTable('users')
    .set({ updated_at: now, password_hash: newHash })
    .where('uid', '=', uid)
    .where('password_hash', '=', hash)
    .where('disabled', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Access tokens issued under the previous password stop working with this. */
export async function updatePassword(source: Source, uid: string, hash: string, now: number): Promise<void> {
  await source
    .updateTable('users')
    .set((eb) => ({
      password_hash: hash,
      password_version: eb('password_version', '+', 1),
      must_change: 0,
      updated_at: now,
    }))
    .where('uid', '=', uid)
    .execute();
}

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
}

/** Makes the transaction the only one that changes who administrates, until it ends. */
export async function lockAdministration(source: Source): Promise<void> {
  await source
    .updateTable('administration')
    .set((eb) => ({ changes: eb('changes', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}

/** Whether somebody other than `exceptUid` can administrate. */
export async function hasAdministrator(source: Source, exceptUid: string | null): Promise<boolean> {
  const found = await source
    .selectFrom('users')
    .select('uid')
    .where('rank', '=', 'admin')
    .where('disabled', '=', 0)
    .where('confirmed_at', 'is not', null)
    .$if(exceptUid !== null, (query) => query.where('uid', '!=', exceptUid))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Adds to the audit trail. No password, token or hash ever goes into `details`. */
export async function recordEvent(
  source: Source,
  event: {
    at: number;
    event: string;
    uid?: string;
    sessionId?: number;
    client?: string;
    details?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await source
    .insertInto('audit_events')
    .values({
      at: event.at,
      event: event.event,
      uid: event.uid ?? null,
      session_id: event.sessionId ?? null,
      client: event.client ?? null,
      details: event.details ? JSON.stringify(event.details) : null,
    })
    .execute();
}
