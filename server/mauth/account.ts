import type { AccountAnswer } from '../../contract/mauth.ts';
import type { User } from './schema.ts';

/** What the API shows of an account. */
export const toAccount = (user: User): AccountAnswer => ({
  email: user.email,
  rank: user.rank,
  name: user.name,
  createdAt: new Date(user.created_at).toISOString(),
  updatedAt: new Date(user.updated_at).toISOString(),
});
