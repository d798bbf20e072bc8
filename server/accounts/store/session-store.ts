// SQL of the sessions in which accounts are signed in: begin, list, use, confirm by password, end and expire.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { DAY_MS, REFRESH_TTL_DAYS } from '../../../contract/limits.ts';
import type { Client } from './clients.ts';
import { deleteEmailChange } from './mailed-link-store.ts';
import type { AccountsSchema, Source } from './schema.ts';

/** A new session; resolves to its id. Its first refresh token is added by `insertToken`. */
export async function insertSession(
  source: Source,
  uid: string,
  { agent, address }: Client,
  now: number,
): Promise<number> {
  const { id } = await source
    .insertInto('sessions')
    .values({ uid, agent, address, generation: 1, created_at: now, last_used_at: now, authenticated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A session as its owner sees it; times in ms. */
export interface SessionRow {
  readonly id: number;
  readonly agent: string;
  /** Where it was used from last; '' where that is not known. */
  readonly address: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** The user's sessions that are not over, the one used last first. */
export const sessionsOf = (source: Source, uid: string, horizon: SessionHorizon): Promise<SessionRow[]> =>
  source
    .selectFrom('sessions')
    .select(['id', 'agent', 'address', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('uid', '=', uid)
    .where('last_used_at', '>', horizon.used)
    .where('created_at', '>', horizon.begun)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Notes, for the accounts of these sessions, which are about to go, when each was used last. */
export async function keepLastVisits(source: Source, sessions: SessionCondition): Promise<void> {
  await source
    .updateTable('users')
    .set(({ selectFrom }) => ({
      last_seen_at: selectFrom('sessions')
        .select((eb) => eb.fn.max<number>('sessions.last_used_at').as('at'))
        .whereRef('sessions.uid', '=', 'users.uid'),
    }))
    .where('uid', 'in', ({ selectFrom }) => selectFrom('sessions').select('sessions.uid').where(sessions))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .select('sessions.id')
          .whereRef('sessions.uid', '=', 'users.uid')
          .where(sql<boolean>`sessions.last_used_at > coalesce(users.last_seen_at, 0)`),
      ),
    )
    .execute();
}
type SessionCondition = (session: ExpressionBuilder<AccountsSchema, 'sessions'>) => Expression<SqlBool>;

/** False when the user has no session with this id. */
export async function deleteSessionOf(source: Source, uid: string, sessionId: number): Promise<boolean> {
  await keepLastVisits(source, (session) =>
    session.and([session('sessions.id', '=', sessionId), session('sessions.uid', '=', uid)]),
  );
  const { numDeletedRows } = await source
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export const hasSession = async (source: Source, uid: string, sessionId: number): Promise<boolean> =>
  (await findProofs(source, uid, sessionId)) !== undefined;

/** When the password, and a code not used since, were last given in a session; undefined where the user has none such. */
export const findProofs = (source: Source, uid: string, sessionId: number) =>
  source
    .selectFrom('sessions')
    .select(['authenticated_at', 'code_at'])
    .where('id', '=', sessionId)
    .where('uid', '=', uid)
    .executeTakeFirst();

/** Notes that the password was given now, and a code beside it; false when the user has no session with this id. */
export async function markAuthenticated(
  source: Source,
  { uid, sessionId, withCode, now }: { uid: string; sessionId: number; withCode: boolean; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await source
    .updateTable('sessions')
    .set({ authenticated_at: now, code_at: withCode ? now : null })
    .where('id', '=', sessionId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses up the code that was given in a session; false when there is none, or another change was quicker. */
export async function spendGivenCode(source: Source, sessionId: number): Promise<boolean> {
  const { numUpdatedRows } = await source
    .updateTable('sessions')
    .set({ code_at: null })
    .where('id', '=', sessionId)
    .where('code_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the user's sessions but one, and a change of e-mail asked for in them; resolves to how many there were. */
export async function deleteOtherSessions(source: Source, uid: string, kept: number): Promise<number> {
  await deleteEmailChange(source, uid);
  const others = source.deleteFrom('sessions').where('uid', '=', uid).where('id', '!=', kept);
  return Number((await others.executeTakeFirst()).numDeletedRows);
}

/** Ends the user's sessions, and a change of e-mail asked for in one of them; resolves to how many sessions there were. */
export async function deleteSessionsOf(source: Source, uid: string): Promise<number> {
  await deleteEmailChange(source, uid);
  await keepLastVisits(source, (session) => session('sessions.uid', '=', uid));
  const { numDeletedRows } = await source.deleteFrom('sessions').where('uid', '=', uid).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Leaves the user the `keep` sessions begun last. */
export async function deleteOldestSessions(source: Source, uid: string, keep: number): Promise<void> {
  const kept = await source
    .selectFrom('sessions')
    .select('id')
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .limit(keep)
    .execute();
  const oldest = kept.at(-1)?.id;
  if (oldest === undefined) return;
  await source.deleteFrom('sessions').where('uid', '=', uid).where('id', '<', oldest).execute();
}

export async function deleteExpired(source: Source, { used }: SessionHorizon): Promise<void> {
  await keepLastVisits(source, (session) => session('sessions.last_used_at', '<=', used));
  await source.deleteFrom('sessions').where('last_used_at', '<=', used).execute();
  await source.deleteFrom('refresh_tokens').where('first_used_at', '<=', used).execute();
}

/** Sessions last used, or begun, at these times (ms) or before are over. */
export interface SessionHorizon {
  readonly used: number;
  readonly begun: number;
}

/** Which sessions are over; they last `sessionDays` whatever their use. */
export const sessionHorizon = (now: number, sessionDays: number): SessionHorizon => ({
  used: now - REFRESH_TTL_DAYS * DAY_MS,
  begun: now - sessionDays * DAY_MS,
});
