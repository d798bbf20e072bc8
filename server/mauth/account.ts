import type { AccountAnswer, AdminAccountAnswer } from '../../contract/mauth.ts';
import type { User } from './schema.ts';

/** What the API shows of an account. */
export const toAccount = (user: User): AccountAnswer => ({
  email: user.email,
  rank: user.rank,
  name: user.name,
  createdAt: new Date(user.created_at).toISOString(),
  updatedAt: new Date(user.updated_at).toISOString(),
});

/** What an administrator sees of an account. */
export const toAdminAccount = (user: User & { sessions: number }): AdminAccountAnswer => ({
  ...toAccount(user),
  confirmed: user.confirmed_at !== null,
  disabled: user.disabled === 1,
  mustChangePassword: user.must_change === 1,
  secondFactor: user.factor_at !== null,
  sessions: user.sessions,
});
