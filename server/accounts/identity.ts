import type { AccountStates, Identity } from '../../contract/accounts/identity.ts';
import { readEmail } from '../../contract/fields/email.ts';
import { ACCOUNTS_ASKED_MAX } from '../../contract/limits.ts';
import type { Database } from '../platform/database/types.ts';
import type { Tokens } from './credentials/tokens.ts';
import type { Reauthentication } from './reauthentication.ts';
import { type FactorPolicy, mustSetFactor } from './second-factor-check.ts';
import type { AccountsSchema } from './store/schema.ts';
import type { SessionHorizon } from './store/session-rules.ts';
import { userByEmail, userByUid, userOfSession } from './store/user-store.ts';

/**
 * Who a token belongs to, by the database at each call: a sign-out, a new password, another rank or a disabled account
 * (by whatever process) counts at once, as does the end of a session that has lasted long enough.
 */
export const createIdentity = (
  tokens: Tokens,
  database: Database<AccountsSchema>,
  horizon: () => SessionHorizon,
  factorPolicy: FactorPolicy,
  { isRecent }: Pick<Reauthentication, 'isRecent'>,
): Identity => ({
  hasRecentPassword: (caller) => isRecent(caller),
  callerOf: async (accessToken) => {
    const claims = await tokens.readAccess(accessToken);
    const user = claims && (await userOfSession(database.read, { ...claims, begunAfter: horizon().begun }));
    if (!user) return null;
    return {
      uid: user.uid,
      email: user.email,
      name: user.name,
      rank: user.rank,
      sessionId: String(claims.sessionId),
      mustChangePassword: user.must_change === 1,
      mustSetSecondFactor: mustSetFactor(factorPolicy, user),
    };
  },
});

/** What became of accounts, by the database at each call. */
export const createAccountStates = ({ read }: Database<AccountsSchema>): AccountStates => ({
  disabledAmong: async (uids) => {
    const disabled = new Set<string>();
    for (let from = 0; from < uids.length; from += ACCOUNTS_ASKED_MAX) {
      const rows = await read
        .selectFrom('users')
        .select('uid')
        .where('uid', 'in', uids.slice(from, from + ACCOUNTS_ASKED_MAX))
        .where('disabled', '=', 1)
        .execute();
      for (const { uid } of rows) disabled.add(uid);
    }
    return disabled;
  },
  accountOf: async (key) => {
    const email = 'email' in key ? readEmail(key.email) : null;
    const user = 'uid' in key ? await userByUid(read, key.uid) : email && (await userByEmail(read, email.key));
    return user ? { uid: user.uid, email: user.email, name: user.name } : null;
  },
});
