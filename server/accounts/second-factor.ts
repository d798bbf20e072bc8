// The second factor of users: setting up an authenticator app, recovery codes, and the check of a code at the sign-in.
// Codes are computed in credentials/second-factor-codes.ts.
import type { FastifyBaseLogger } from 'fastify';
import type * as api from '../../contract/accounts/accounts.ts';
import { formatRecoveryCode, type SecondCode } from '../../contract/accounts/forms.ts';
import type { Email } from '../../contract/fields/email.ts';
import type { AuditEvent, Doer } from '../../contract/journal/events.ts';
import { RECOVERY_CODE_DIGITS, RECOVERY_CODES } from '../../contract/limits.ts';
import { forbidden } from '../platform/http/request.ts';
import type { AccountsContext } from './context.ts';
import * as factorCodes from './credentials/second-factor-codes.ts';
import type { GuessLimits } from './guess-limits.ts';
import { recordEvent } from './journal/record.ts';
import { type Client, ownerAsDoer } from './store/clients.ts';
import * as factorStore from './store/factor-store.ts';
import type { Source, User } from './store/schema.ts';
import { deleteOtherSessions, deleteSessionsOf, hasSession, spendGivenCode } from './store/session-store.ts';
import * as store from './store/user-store.ts';

interface NewKey {
  /** base32. */
  readonly key: string;
  readonly address: string;
}

interface FactorState {
  /** Since when there is one, ms; null: there is none. */
  readonly since: number | null;
  readonly codesLeft: number;
  readonly isRequired: boolean;
}

/** A key, and recovery codes shown once. A change spends the code given for it; 403 where another was quicker. */
export interface Factors {
  stateOf(caller: api.Caller): Promise<FactorState>;
  /** Makes a key, which is of no use before a code of it was given; a factor in use stays meanwhile. */
  begin(caller: api.Caller): Promise<NewKey>;
  /** Puts the key into use with its first code, ends the other sessions and resolves to the recovery codes. */
  enable(
    caller: api.Caller,
    code: TypedCode,
    client: Client,
  ): Promise<readonly string[] | 'incorrect code' | 'session over'>;
  /** Recovery codes in place of the former ones; null when there is no second factor. */
  renewCodes(caller: api.Caller, client: Client): Promise<readonly string[] | null>;
  /** Null when done. */
  remove(caller: api.Caller, client: Client): Promise<'required' | 'none' | null>;
  /** Removes a lost second factor and ends the sessions of the account; the journal names `by`. Null when done. */
  reset(email: Email, by: Doer): Promise<'unknown' | 'none' | null>;
}

interface FactorDeps extends AccountsContext {
  readonly policy: FactorPolicy;
  readonly keySeal: factorCodes.KeySeal;
  /** Stands over the codes in the app. */
  readonly siteName: string;
}

/** Bytes of a key: those of the hash, as RFC 4226 recommends. */
const KEY_BYTES = 20;

export function createFactors(deps: FactorDeps): Factors {
  const { database, passwords, postbox, policy, keySeal, siteName, clock, random } = deps;

  /** Codes and what is kept of them; no transaction waits for the hashes. */
  const newCodes = async (uid: string) => {
    const codes = Array.from({ length: RECOVERY_CODES }, () => random.digits(RECOVERY_CODE_DIGITS));
    const hashes = await Promise.all(codes.map((code) => factorCodes.storedCode(passwords, uid, code)));
    return { shown: codes.map(formatRecoveryCode), hashes };
  };

  const giveCodes = async (transaction: Source, uid: string, codes: Awaited<ReturnType<typeof newCodes>>) => {
    await factorStore.replaceRecoveryCodes(transaction, uid, codes.hashes);
    return codes.shown;
  };

  const record = (transaction: Source, event: AuditEvent, user: User, client: Client) =>
    recordEvent(transaction, { at: clock(), event, uid: user.uid, by: ownerAsDoer(user, client) });

  const spendProof = async (transaction: Source, user: User, sessionId: string) => {
    if (user.factor_at === null || (await spendGivenCode(transaction, Number(sessionId)))) return;
    throw forbidden('confirm password');
  };

  const stepOf = (uid: string, pending: string, code: TypedCode): number | null =>
    code?.kind === 'app' ? factorCodes.stepOfCode(keySeal.open(uid, pending), code.digits, clock()) : null;

  return {
    stateOf: async ({ uid, rank }) => {
      const user = await store.userByUid(database.read, uid);
      const codesLeft = await factorStore.countRecoveryCodes(database.read, uid);
      return { since: user?.factor_at ?? null, codesLeft, isRequired: isFactorRequired(policy, rank) };
    },

    begin: async ({ uid, sessionId, email }) => {
      const key = factorCodes.keyText(random.bytes(KEY_BYTES));
      const pending = keySeal.seal(uid, key);
      await database.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        if (user) await spendProof(transaction, user, sessionId);
        await factorStore.storePendingKey(transaction, uid, pending);
      });
      return { key, address: factorCodes.keyAddress(key, { issuer: siteName, email }) };
    },

    enable: async ({ uid, sessionId }, code, client) => {
      // Hashes are made only for who has the code: they would keep sign-ins waiting.
      const begun = (await factorStore.findFactor(database.read, uid))?.pending;
      if (!begun || stepOf(uid, begun, code) === null) return 'incorrect code';
      const made = await newCodes(uid);
      return postbox.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        if (!user || !(await hasSession(transaction, uid, Number(sessionId)))) return 'session over';
        const pending = (await factorStore.findFactor(transaction, uid))?.pending;
        const step = pending ? stepOf(uid, pending, code) : null;
        if (!pending || step === null) return 'incorrect code';
        const adopted = { uid, pending, step, now: clock() };
        if (!(await factorStore.activatePendingKey(transaction, adopted))) return 'incorrect code';
        await deleteOtherSessions(transaction, uid, Number(sessionId));
        const notice = user.factor_at === null ? 'factor-added' : 'factor-replaced';
        await postbox.sendNotice(transaction, user, notice, client);
        await record(transaction, 'factor.set', user, client);
        return giveCodes(transaction, uid, made);
      });
    },

    renewCodes: async ({ uid, sessionId }, client) => {
      if (((await store.userByUid(database.read, uid))?.factor_at ?? null) === null) return null;
      const made = await newCodes(uid);
      return database.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        if (!user || user.factor_at === null) return null;
        await spendProof(transaction, user, sessionId);
        await record(transaction, 'factor.recovery-codes-renewed', user, client);
        return giveCodes(transaction, uid, made);
      });
    },

    remove: async ({ uid, rank, sessionId }, client) => {
      if (isFactorRequired(policy, rank)) return 'required';
      return postbox.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        if (!user || user.factor_at === null) return 'none';
        await spendProof(transaction, user, sessionId);
        await factorStore.deleteFactor(transaction, uid);
        await deleteOtherSessions(transaction, uid, Number(sessionId));
        await postbox.sendNotice(transaction, user, 'factor-removed', client);
        await record(transaction, 'factor.removed', user, client);
        return null;
      });
    },

    reset: (email, by) =>
      postbox.write(async (transaction) => {
        const user: User | undefined = await store.userByEmail(transaction, email.key);
        if (!user) return 'unknown';
        if (!(await factorStore.deleteFactor(transaction, user.uid))) return 'none';
        await deleteSessionsOf(transaction, user.uid);
        await postbox.sendNotice(transaction, user, 'factor-removed', null);
        await recordEvent(transaction, { at: clock(), event: 'factor.reset', uid: user.uid, by });
        return null;
      }),
  };
}

export type CodeRefusal = 'second factor required' | 'incorrect code';

/** A code as it was read: null is no code at all, undefined: none was given. */
export type TypedCode = SecondCode | null | undefined;

/** A code whose hashes are known, so that no transaction waits for them. */
type HashedCode = (SecondCode & { readonly hashes: readonly string[] }) | null | undefined;

export interface FactorCheck {
  /** Whether the account has a second factor and no code was given. */
  isMissing(user: User, code: TypedCode): boolean;
  /** To be done with a code before `spend`. */
  hashed(user: User, code: TypedCode): Promise<HashedCode>;
  /** Uses up a code; null when right or not needed. Wrong ones are counted, so keep the transaction. Throws 429. */
  spend(transaction: Source, user: User, code: HashedCode, client: Client): Promise<CodeRefusal | null>;
}

interface FactorCheckDeps extends AccountsContext {
  readonly keySeal: factorCodes.KeySeal;
  readonly slowdown: Pick<GuessLimits, 'takeCodeTurn' | 'countCode'>;
  readonly log: FastifyBaseLogger;
}

/** The second question at a sign-in. A code is good once: the step of the last one is kept, recovery codes are removed. */
export function createFactorCheck(deps: FactorCheckDeps): FactorCheck {
  const { keySeal, passwords, slowdown, clock, log } = deps;

  const stepInUse = async (transaction: Source, uid: string, digits: string) => {
    const sealed = (await factorStore.findFactor(transaction, uid))?.secret;
    if (!sealed) return null;
    try {
      return factorCodes.stepOfCode(keySeal.open(uid, sealed), digits, clock());
    } catch (error) {
      // Recovery codes still work; see docs/operations.md.
      log.error({ err: error, uid }, 'the key of a second factor cannot be read: was the secret changed?');
      return null;
    }
  };

  const isSpent = async (transaction: Source, user: User, code: NonNullable<HashedCode>, client: Client) => {
    const { uid } = user;
    if (code.kind === 'app') {
      const step = await stepInUse(transaction, uid, code.digits);
      return step !== null && factorStore.spendAppCode(transaction, uid, step);
    }
    if (!(await factorStore.spendRecoveryCode(transaction, uid, code.hashes))) return false;
    const by = ownerAsDoer(user, client);
    await recordEvent(transaction, { at: clock(), event: 'factor.recovery-code-used', uid, by });
    return true;
  };

  return {
    isMissing: (user, code) => user.factor_at !== null && code === undefined,
    hashed: async ({ uid, factor_at }, code) => {
      if (!code || factor_at === null) return code && { ...code, hashes: [] };
      return { ...code, hashes: code.kind === 'app' ? [] : await factorCodes.hashesOfCode(passwords, uid, code) };
    },
    spend: async (transaction, user, code, client) => {
      if (user.factor_at === null) return null;
      if (code === undefined) return 'second factor required';
      await slowdown.takeCodeTurn(transaction, user, client);
      if (code && (await isSpent(transaction, user, code, client))) return null;
      await slowdown.countCode(transaction, user, client);
      return 'incorrect code';
    },
  };
}

export type FactorPolicy = 'off' | 'admin' | 'all';

const isFactorRequired = (policy: FactorPolicy, rank: api.Rank): boolean =>
  policy === 'all' || (policy === 'admin' && rank === 'admin');

/** Whether the account may do nothing but set up its second factor. */
export const mustSetFactor = (policy: FactorPolicy, user: Pick<User, 'rank' | 'factor_at'>): boolean =>
  user.factor_at === null && isFactorRequired(policy, user.rank);
