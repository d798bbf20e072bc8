/** Sessions: signing in, refreshing tokens, signing out, and the caller of a token. */
import type { Identity, TokenAnswer } from '../../contract/accounts/accounts.ts';
import type { Email } from '../../contract/fields/email.ts';
import type { AuditEvent, AuditTrail, Doer } from '../../contract/journal/events.ts';
import { ACCESS_TTL_SECONDS, SESSIONS_MAX } from '../../contract/limits.ts';
import type { Database } from '../platform/database/types.ts';
import type { AccountsContext } from './context.ts';
import { FUTURE_TOLERANCE_MS, openAnswer, sealAnswer, type Tokens, tokenHash } from './credentials/tokens.ts';
import type { GuessLimits } from './guess-limits.ts';
import { recordEvent } from './journal/record.ts';
import type { Reauthentication } from './reauthentication.ts';
import * as secondFactor from './second-factor.ts';
import { type Client, isNewDevice, knownClientsOf, ownerAsDoer, rememberClient } from './store/clients.ts';
import { deleteTokensOf } from './store/mailed-link-store.ts';
import * as refreshStore from './store/refresh-store.ts';
import type { AccountsSchema, Source, User } from './store/schema.ts';
import * as sessionStore from './store/session-store.ts';
import * as userStore from './store/user-store.ts';

export type SigninRefusal = 'user not found' | 'email not confirmed' | 'incorrect password' | secondFactor.CodeRefusal;

export interface Sessions {
  /** Begins a session; over SESSIONS_MAX the user's oldest one ends. The user is notified by mail of a new device. */
  signIn(
    email: Email,
    password: string,
    client: Client,
    code?: secondFactor.TypedCode,
  ): Promise<TokenAnswer | SigninRefusal>;
  /** A new pair, the kept one when the token was just used; null when it is good for nothing. Throws 429 if too often. */
  refresh(refreshToken: string, client: Client): Promise<TokenAnswer | null>;
  /** The user's sessions, the one used last first. */
  listOf(uid: string): Promise<sessionStore.SessionRow[]>;
  /** Ends one of the user's sessions; false when none has this id. `by` is whom the journal names for it. */
  endOf(uid: string, sessionId: number, by: Doer): Promise<boolean>;
  endOthers(uid: string, kept: number, by: Doer): Promise<void>;
  signOut(refreshToken: string, client: Client): Promise<void>;
}

interface SessionDeps extends AccountsContext {
  readonly tokens: Tokens;
  readonly factorCheck: secondFactor.FactorCheck;
  readonly factorPolicy: secondFactor.FactorPolicy;
  readonly slowdown: GuessLimits;
  /** How long a session lasts whatever its use. */
  readonly sessionDays: number;
  /** Called after a sign-in with the right password before the e-mail is confirmed. */
  readonly onUnconfirmed: (user: User) => Promise<void>;
  readonly trail: AuditTrail;
}

interface KeptAnswer {
  readonly answer: TokenAnswer;
  /** A password set since has made the access token worthless. */
  readonly passwordVersion: number;
  readonly issuedAt: number;
}

const keptAnswer = (user: User, answer: TokenAnswer, issuedAt: number): KeptAnswer => ({
  answer,
  passwordVersion: user.password_version,
  issuedAt,
});

const AGENT_MAX = 200;
/** How often a refresh that lost a race looks again; the second look finds what the winner left. */
const ATTEMPTS = 3;

/** Whether the password of the account was mailed and has been used, or is too old. */
const isMailedPasswordOver = ({ mailed_until }: User, now: number) => mailed_until !== null && now >= mailed_until;

export function createSessions(deps: SessionDeps): Sessions {
  const { database, passwords, tokens, postbox, limits, clock, random, sessionDays, onUnconfirmed, trail } = deps;
  const { factorCheck, factorPolicy, slowdown } = deps;
  const horizon = () => sessionStore.sessionHorizon(clock(), sessionDays);

  const answerFor = (user: User, sessionId: number, refresh: string): TokenAnswer => {
    const mustSet = secondFactor.mustSetFactor(factorPolicy, user);
    return {
      access: tokens.issueAccess(user, sessionId, mustSet),
      type: 'Bearer',
      expires: ACCESS_TTL_SECONDS,
      refresh,
      ...(user.must_change ? { mustChangePassword: true } : {}),
      ...(mustSet ? { mustSetSecondFactor: true } : {}),
    };
  };

  const begin = async (transaction: Source, user: User, client: Client) => {
    const now = clock();
    await sessionStore.deleteExpired(transaction, horizon());
    const used = { ...client, agent: client.agent.slice(0, AGENT_MAX) };
    const sessionId = await sessionStore.insertSession(transaction, user.uid, used, now);
    await sessionStore.deleteOldestSessions(transaction, user.uid, SESSIONS_MAX);
    const refresh = random.uuid();
    await refreshStore.insertToken(transaction, { hash: tokenHash(refresh), sessionId, generation: 1 });
    const by = ownerAsDoer(user, client);
    await recordEvent(transaction, { at: now, event: 'session.begun', uid: user.uid, sessionId, by });
    const known = await knownClientsOf(transaction, user.uid);
    await rememberClient(transaction, user.uid, client, now);
    // The outbox finds it by itself: to wake it at each sign-in would cost more than the few seconds are worth.
    if (isNewDevice(known, client)) await postbox.sendNotice(transaction, user, 'device-new', client);
    return answerFor({ ...user, updated_at: now }, sessionId, refresh);
  };

  const rotate = async (presented: refreshStore.TokenRow, refreshToken: string, { address }: Client) => {
    const now = clock();
    const refresh = random.uuid();
    const answer = answerFor(presented, presented.sessionId, refresh);
    const sealed = sealAnswer(refreshToken, keptAnswer(presented, answer, now));
    const successor = tokenHash(refresh);
    const rotation = { presented, answer: sealed, successor, address, now };
    const changes = refreshStore.rotationQuery(database.read, rotation);
    return (await database.writeIf(...changes)) ? answer : ('lost' as const);
  };

  /** The same answer; once its access token is good for nothing, a fresh one stands in its place. */
  const repeat = async (presented: refreshStore.TokenRow, refreshToken: string) => {
    if (presented.answer === null) return null;
    const kept = openAnswer<KeptAnswer>(refreshToken, presented.answer);
    const now = clock();
    // Access tokens issued before the clock was set back are refused.
    const isTaken = kept.issuedAt <= now + FUTURE_TOLERANCE_MS;
    const isFresh = isTaken && now < kept.issuedAt + ACCESS_TTL_SECONDS * 1000;
    if (isFresh && kept.passwordVersion === presented.password_version) return kept.answer;
    const renewed = answerFor(presented, presented.sessionId, kept.answer.refresh);
    const sealed = sealAnswer(refreshToken, keptAnswer(presented, renewed, now));
    await database.write((transaction) => refreshStore.replaceAnswer(transaction, tokenHash(refreshToken), sealed));
    return renewed;
  };

  /** Ends a session; false when the user has none with this id. */
  const end = (uid: string, sessionId: number, event: AuditEvent, by: Doer) =>
    database.write(async (transaction) => {
      if (!(await sessionStore.deleteSessionOf(transaction, uid, sessionId))) return false;
      await recordEvent(transaction, { at: clock(), event, uid, sessionId, by });
      return true;
    });

  const attemptRefresh = async (refreshToken: string, client: Client, isFirst: boolean) => {
    const presented = await refreshStore.tokenByHash(database.read, tokenHash(refreshToken));
    if (!presented) return null;
    const { uid, sessionId } = presented;
    if (isFirst) await limits.take('refreshSession', String(sessionId));
    if (presented.disabled) return null;
    switch (refreshStore.judgeRefresh(presented, clock(), sessionDays)) {
      case 'rotate':
        return rotate(presented, refreshToken, client);
      case 'repeat':
        return repeat(presented, refreshToken);
      case 'revoke':
        // The holder of a used or expired token is not known.
        await end(uid, sessionId, 'session.reused', { actor: null, ...client });
        return null;
      case 'expired':
        await end(uid, sessionId, 'session.expired', { actor: null, ...client });
        return null;
    }
  };

  return {
    signIn: async (email, password, client, code) => {
      const by = { actor: null, ...client };
      const fail = (user: User | undefined, reason: string) =>
        trail.record({ event: 'signin.failed', by, target: email.typed, targetUid: user?.uid, details: { reason } });
      const user = await userStore.userByEmail(database.read, email.key);
      const right = await passwords.verify(password, user?.password_hash ?? null);
      if (user && !right) await slowdown.count(user, client);
      if (!user) {
        fail(user, 'unknown');
        return 'user not found';
      }
      if (user.confirmed_at === null) {
        fail(user, 'unconfirmed');
        if (right && !user.disabled) await onUnconfirmed(user);
        return 'email not confirmed';
      }
      if (!right || user.disabled || isMailedPasswordOver(user, clock())) {
        fail(user, user.disabled ? 'disabled' : right ? 'mailed password over' : 'password');
        return 'incorrect password';
      }
      // Before a mailed password is used up: it is good for one sign-in, and this is none yet.
      if (factorCheck.isMissing(user, code)) return 'second factor required';
      const hash = user.password_hash;
      const newHash = passwords.isOutdated(hash) ? await passwords.hash(password) : hash;
      const hashed = await factorCheck.hashed(user, code);
      const outcome = await database.write(async (transaction) => {
        const refusal = await factorCheck.spend(transaction, user, hashed, client);
        if (refusal) return refusal;
        const marked = await userStore.markSignin(transaction, { user, newHash, now: clock() });
        if (!marked) return 'incorrect password';
        await deleteTokensOf(transaction, user.uid, 'recovery');
        return begin(transaction, user, client);
      });
      if (outcome === 'incorrect code') fail(user, 'code');
      return outcome;
    },

    refresh: async (refreshToken, client) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const answer = await attemptRefresh(refreshToken, client, attempt === 0);
        if (answer !== 'lost') return answer;
      }
      return null;
    },

    listOf: (uid) => sessionStore.sessionsOf(database.read, uid, horizon()),

    endOf: (uid, sessionId, by) => end(uid, sessionId, 'session.ended', by),

    endOthers: (uid, kept, by) =>
      database.write(async (transaction) => {
        const ended = await sessionStore.deleteOtherSessions(transaction, uid, kept);
        if (ended > 0) await recordEvent(transaction, { at: clock(), event: 'sessions.revoked', uid, by });
      }),

    signOut: async (refreshToken, client) => {
      const token = await refreshStore.tokenByHash(database.read, tokenHash(refreshToken));
      if (token) await end(token.uid, token.sessionId, 'session.ended', ownerAsDoer(token, client));
    },
  };
}

/** Whom a token belongs to, by the database at each call: sign-out, password, rank and disabling count at once. */
export const createIdentity = (
  tokens: Tokens,
  database: Database<AccountsSchema>,
  horizon: () => sessionStore.SessionHorizon,
  factorPolicy: secondFactor.FactorPolicy,
  { isRecent }: Pick<Reauthentication, 'isRecent'>,
): Identity => ({
  hasRecentPassword: (caller) => isRecent(caller),
  callerOf: async (accessToken) => {
    const claims = await tokens.readAccess(accessToken);
    const user = claims && (await userStore.userOfSession(database.read, { ...claims, begunAfter: horizon().begun }));
    if (!user) return null;
    return {
      uid: user.uid,
      email: user.email,
      name: user.name,
      rank: user.rank,
      sessionId: String(claims.sessionId),
      mustChangePassword: user.must_change === 1,
      mustSetSecondFactor: secondFactor.mustSetFactor(factorPolicy, user),
    };
  },
});
