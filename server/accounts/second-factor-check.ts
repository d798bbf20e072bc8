import type { FastifyBaseLogger } from 'fastify';
import type { SecondCode } from '../../contract/accounts/forms.ts';
import type { Rank } from '../../contract/accounts/identity.ts';
import type { Passwords } from './credentials/passwords.ts';
import type { Clock } from './credentials/random.ts';
import { hashesOfCode, type KeySeal, stepOfCode } from './credentials/second-factor-codes.ts';
import type { GuessLimits } from './guess-limits.ts';
import { recordEvent } from './journal/record.ts';
import { type Client, ownerAsDoer } from './store/clients.ts';
import { findFactor, spendAppCode, spendRecoveryCode } from './store/factor-store.ts';
import type { User } from './store/schema.ts';
import type { Source } from './store/user-store.ts';

/** Why the right password was not enough. */
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
  /**
   * Uses up the code of an account with a second factor; null when it is right, or the account has none. A wrong one is counted,
   * so the transaction has to be kept; throws 429 while it is not the turn of a code.
   */
  spend(transaction: Source, user: User, code: HashedCode, client: Client): Promise<CodeRefusal | null>;
}

interface FactorCheckDeps {
  readonly keySeal: KeySeal;
  readonly passwords: Pick<Passwords, 'digest'>;
  readonly slowdown: Pick<GuessLimits, 'takeCodeTurn' | 'countCode'>;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/** The second question at a sign-in. A code is good once: the step of the last one is kept, recovery codes are removed. */
export function createFactorCheck(deps: FactorCheckDeps): FactorCheck {
  const { keySeal, passwords, slowdown, clock, log } = deps;

  const stepOf = async (transaction: Source, uid: string, digits: string) => {
    const sealed = (await findFactor(transaction, uid))?.secret;
    if (!sealed) return null;
    try {
      return stepOfCode(keySeal.open(uid, sealed), digits, clock());
    } catch (error) {
      // Recovery codes still work; the rest is told in docs/operations.md.
      log.error({ err: error, uid }, 'the key of a second factor cannot be read: was the secret changed?');
      return null;
    }
  };

  const isSpent = async (
    transaction: Source,
    user: User,
    code: NonNullable<HashedCode>,
    client: Client,
  ): Promise<boolean> => {
    const { uid } = user;
    if (code.kind === 'app') {
      const step = await stepOf(transaction, uid, code.digits);
      return step !== null && spendAppCode(transaction, uid, step);
    }
    if (!(await spendRecoveryCode(transaction, uid, code.hashes))) return false;
    const by = ownerAsDoer(user, client);
    await recordEvent(transaction, { at: clock(), event: 'factor.recovery-code-used', uid, by });
    return true;
  };

  const isMissing: FactorCheck['isMissing'] = (user, code) => user.factor_at !== null && code === undefined;

  return {
    isMissing,
    hashed: async ({ uid, factor_at }, code) => {
      if (!code || factor_at === null) return code && { ...code, hashes: [] };
      return { ...code, hashes: code.kind === 'app' ? [] : await hashesOfCode(passwords, uid, code) };
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

/** Whose accounts need a second factor. */
export type FactorPolicy = 'off' | 'admin' | 'all';

/** Whether an account of this rank needs a second factor. */
export const isFactorRequired = (policy: FactorPolicy, rank: Rank): boolean =>
  policy === 'all' || (policy === 'admin' && rank === 'admin');

/** Whether the account may do nothing but set up its second factor. */
export const mustSetFactor = (policy: FactorPolicy, user: Pick<User, 'rank' | 'factor_at'>): boolean =>
  user.factor_at === null && isFactorRequired(policy, user.rank);
