import { DAY_MS, REFRESH_LEEWAY_SECONDS, REFRESH_TTL_DAYS } from '../../../contract/limits.ts';

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
 * - `revoke`: an old token in somebody's hands, the session ends;
 * - `expired`: not used for too long, or the session has lasted long enough.
 */
export type RefreshVerdict = 'rotate' | 'repeat' | 'revoke' | 'expired';

/**
 * Decides what a presented refresh token is good for; a session lasts `sessionDays` whatever its use. A clock that was set
 * back makes nobody a thief.
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
