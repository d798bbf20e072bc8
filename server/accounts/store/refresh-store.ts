/** The table of refresh tokens, by which a browser stays signed in, and the rules of a refresh. */
import { REFRESH_LEEWAY_SECONDS } from '../../../contract/limits.ts';
import { prepareQuery, type StandIns } from '../../platform/database/prepared-query.ts';
import type { Source, User } from './schema.ts';
import { sessionHorizon } from './session-store.ts';

/** A presented refresh token with its session and its user. */
export interface TokenRow extends User, PresentedToken {
  readonly sessionId: number;
  readonly answer: string | null;
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

export async function tokenByHash(source: Source, hash: string): Promise<TokenRow | undefined> {
  const { rows } = await source.executeQuery(byHash(source, { hash }));
  return rows[0];
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
  readonly address: string;
  readonly now: number;
}

/** What a refresh changes, for writeIf: only if session, user and password are still as when the token was read. */
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

/** What is known of a presented refresh token; times in ms. Generations of a session count up with each rotation. */
interface PresentedToken {
  readonly generation: number;
  /** Generation of the session's unused token. */
  readonly currentGeneration: number;
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
type RefreshVerdict = 'rotate' | 'repeat' | 'revoke' | 'expired';

/** Judges a presented token. A session lasts `sessionDays`, whatever its use; a clock set back revokes none. */
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
