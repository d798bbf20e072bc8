// What all modules of the accounts share at run time: database, password hashing, mails, rate limits, clock and random
// values.
import type { Database } from '../platform/database/types.ts';
import type { Limits } from '../platform/http/limits.ts';
import type { Passwords } from './credentials/passwords.ts';
import type { Clock, Random } from './credentials/random.ts';
import type { AccountMails } from './mails.ts';
import type { AccountsSchema } from './store/schema.ts';

export interface AccountsContext {
  readonly database: Database<AccountsSchema>;
  readonly passwords: Passwords;
  readonly postbox: AccountMails;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly random: Random;
}
