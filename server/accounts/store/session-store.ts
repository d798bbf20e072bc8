/** Tables of sessions and refresh tokens, and the rules of a refresh. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { DAY_MS, REFRESH_LEEWAY_SECONDS, REFRESH_TTL_DAYS } from '../../../contract/limits.ts';
import { prepareQuery, type StandIns } from '../../platform/database/prepared-query.ts';
import type { Client } from './clients.ts';
import { deleteEmailChange } from './mailed-link-store.ts';
import type { AccountsSchema, Source, User } from './schema.ts';

/** A presented refresh token with its session and its user; times in ms. */
export interface TokenRow extends User {
  readonly sessionId: number;
  readonly generation: number;
  readonly answer: string | null;
  readonly currentGeneration: number;
  readonly begunAt: number;
  readonly lastUsedAt: number;
  readonly successorFirstUsedAt: number | null;
}

const byHash = prepareQuery((source: Source, { hash }: StandIns<{ hash: string }>) =>
  source
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions', 'sessions.id', 'token.session_id')
    .innerJoin('users', 'users.uid', 'sessions.uid')
    .leftJoin('refresh_tokens as successor', (join) =>
      join
        .onRef('successor.session_id', '=', 'token.session_id')
        .on((eb) => eb('successor.generation', '=', eb('token.generation', '+', 1))),
    )
    .selectAll('users')
    .select([
      'sessions.id as sessionId',
      'sessions.generation as currentGeneration',
      'sessions.created_at as begunAt',
      'sessions.last_used_at as lastUsedAt',
      'token.generation',
      'token.answer',
      'successor.first_used_at as successorFirstUsedAt',
    ])
    .where('token.hash', '=', hash),
);

/** What is known of a refresh token by its hash, as of one moment. */
export async function tokenByHash(source: Source, hash: string): Promise<TokenRow | undefined> {
  const { rows } = await source.executeQuery(byHash(source, { hash }));
  return rows[0];
}

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

export async function insertToken(
  source: Source,
  token: { hash: string; sessionId: number; generation: number },
): Promise<void> {
  const { hash, sessionId, generation } = token;
  await source.insertInto('refresh_tokens').values({ hash, session_id: sessionId, generation }).execute();
}

const advance = prepareQuery(
  (
    source: Source,
    given: StandIns<{
      session: number;
      from: number;
      to: number;
      now: number;
      address: string;
      uid: string;
      password: number;
    }>,
  ) =>
    source
      .updateTable('sessions')
      .set({ generation: given.to, last_used_at: given.now, address: given.address })
      .where('id', '=', given.session)
      .where('generation', '=', given.from)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('users')
            .select('uid')
            .where('uid', '=', given.uid)
            .where('password_version', '=', given.password)
            .where('disabled', '=', 0),
        ),
      ),
);

const keepAnswer = prepareQuery(
  (source: Source, given: StandIns<{ session: number; generation: number; answer: string; now: number }>) =>
    source
      .updateTable('refresh_tokens')
      .set({ first_used_at: given.now, answer: given.answer })
      .where('session_id', '=', given.session)
      .where('generation', '=', given.generation),
);

const dropAnswer = prepareQuery((source: Source, given: StandIns<{ session: number; generation: number }>) =>
  source
    .updateTable('refresh_tokens')
    .set({ answer: null })
    .where('session_id', '=', given.session)
    .where('generation', '=', given.generation),
);

const addToken = prepareQuery(
  (source: Source, given: StandIns<{ hash: string; session: number; generation: number }>) =>
    source
      .insertInto('refresh_tokens')
      .values({ hash: given.hash, session_id: given.session, generation: given.generation }),
);

/** A refresh: its answer is kept, and `successor` is the hash of the token that takes the place of the presented one. */
interface Rotation {
  readonly presented: TokenRow;
  readonly answer: string;
  readonly successor: string;
  /** Where the refresh came from. */
  readonly address: string;
  readonly now: number;
}

/**
 * What a refresh changes, for writeIf: it applies unless the session was refreshed or ended, or its user disabled or
 * given another password, since the token was read.
 */
export function rotationQuery(source: Source, { presented, answer, successor, address, now }: Rotation) {
  const { sessionId: session, generation, uid, password_version: password } = presented;
  const next = generation + 1;
  return [
    advance(source, { session, from: generation, to: next, now, address, uid, password }),
    keepAnswer(source, { session, generation, answer, now }),
    // The one that can no longer be asked for.
    dropAnswer(source, { session, generation: generation - 2 }),
    addToken(source, { hash: successor, session, generation: next }),
  ] as const;
}

export async function replaceAnswer(source: Source, hash: string, answer: string): Promise<void> {
  await source.updateTable('refresh_tokens').set({ answer }).where('hash', '=', hash).execute();
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

/** Whether the session is there and the user's. */
export const hasSession = async (source: Source, uid: string, sessionId: number): Promise<boolean> =>
  (await findProofs(source, uid, sessionId)) !== undefined;

/** When the password, and a code not used since, were last given in a session; undefined where the user has no such session. */
export const findProofs = (
  source: Source,
  uid: string,
  sessionId: number,
): Promise<{ authenticated_at: number; code_at: number | null } | undefined> =>
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

/** Removes unused sessions and refresh tokens spent long ago. */
export async function deleteExpired(source: Source, { used }: SessionHorizon): Promise<void> {
  await keepLastVisits(source, (session) => session('sessions.last_used_at', '<=', used));
  await source.deleteFrom('sessions').where('last_used_at', '<=', used).execute();
  await source.deleteFrom('refresh_tokens').where('first_used_at', '<=', used).execute();
}

/** What is known of a presented refresh token; times in ms. Generations of a session count up with each rotation. */
interface PresentedToken {
  readonly generation: number;
  /** Generation of the session's unused token. */
  readonly currentGeneration: number;
  /** When the session was begun. */
  readonly begunAt: number;
  /** When the session was last refreshed or begun. */
  readonly lastUsedAt: number;
  /** When the token that replaced this one was first used itself; null while it was not. */
  readonly successorFirstUsedAt: number | null;
}

/**
 * - `rotate`: the current token, a new pair takes its place;
 * - `repeat`: its answer may have been lost on the way, the same answer goes out again;
 * - `revoke`: an old token was presented, which may be stolen: the session ends;
 * - `expired`: not used for too long, or the session has lasted long enough.
 */
export type RefreshVerdict = 'rotate' | 'repeat' | 'revoke' | 'expired';

/**
 * Decides what a presented refresh token is good for; a session lasts `sessionDays` whatever its use. A clock that was
 * set back revokes no session.
 */
export function judgeRefresh(token: PresentedToken, now: number, sessionDays: number): RefreshVerdict {
  const horizon = sessionHorizon(now, sessionDays);
  if (token.lastUsedAt <= horizon.used || token.begunAt <= horizon.begun) return 'expired';
  const age = token.currentGeneration - token.generation;
  if (age === 0) return 'rotate';
  if (age === 1) return 'repeat';
  // Two rotations behind is where the immediately preceding one stands just after its successor was first used.
  const sinceSuccessor = now - (token.successorFirstUsedAt ?? now);
  return age === 2 && sinceSuccessor <= REFRESH_LEEWAY_SECONDS * 1000 ? 'repeat' : 'revoke';
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
