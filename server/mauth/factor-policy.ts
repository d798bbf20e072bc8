import type { Rank } from '../../contract/identity.ts';
import type { User } from './schema.ts';

/** Whose accounts need a second factor. */
export type FactorPolicy = 'off' | 'admin' | 'all';

/** Whether an account of this rank needs a second factor. */
export const isFactorRequired = (policy: FactorPolicy, rank: Rank): boolean =>
  policy === 'all' || (policy === 'admin' && rank === 'admin');

/** Whether the account may do nothing but set up its second factor. */
export const mustSetFactor = (policy: FactorPolicy, user: Pick<User, 'rank' | 'factor_at'>): boolean =>
  user.factor_at === null && isFactorRequired(policy, user.rank);
