import { DAY_MS, UNCONFIRMED_DAYS } from '../../contract/limits.ts';
import type { Database } from '../platform/database/types.ts';
import type { Clock } from './credentials/random.ts';
import { recordEvent } from './journal/record.ts';
import { LIFETIMES } from './mails.ts';
import { deleteOldEmailChanges } from './store/mailed-link-store.ts';
import type { AccountsSchema } from './store/schema.ts';
import type { SessionHorizon } from './store/session-rules.ts';
import { keepLastVisits } from './store/session-store.ts';
import type { Source } from './store/user-store.ts';

/** By then all guesses are forgiven and the owner may be told anew (guess-rules.ts). */
const GUESSES_KEPT_MS = 2 * DAY_MS;
/** Accounts of one transaction: nobody waits for a sweep. */
const AT_ONCE = 200;

/** What a round removed. */
export interface Swept {
  readonly unconfirmed: number;
  readonly sessions: number;
}

/**
 * Accounts that nobody confirmed for UNCONFIRMED_DAYS: never one of an administrator, one that an administrator disabled
 * or made, one that was ever signed in to, or one whose owner was sent a link that still works.
 */
const unconfirmedAccounts = (source: Source, now: number) =>
  source
    .selectFrom('users')
    .select('uid')
    .where('confirmed_at', 'is', null)
    .where('rank', '=', 'user')
    .where('disabled', '=', 0)
    .where('expected', '=', 0)
    .where('created_at', '<=', now - UNCONFIRMED_DAYS * DAY_MS)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('sessions').select('id').whereRef('sessions.uid', '=', 'users.uid'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('known_clients').select('device').whereRef('known_clients.uid', '=', 'users.uid'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_tokens')
            .select('hash')
            .whereRef('mail_tokens.uid', '=', 'users.uid')
            .where('mail_tokens.created_at', '>', now - LIFETIMES.confirmation),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(AT_ONCE);

/**
 * Removes accounts that nobody confirmed, with their tokens, each with a line in the trail; sessions that are over; guesses that are
 * forgiven; and e-mails that nobody proved to be his in time.
 */
export async function sweepAccounts(
  database: Database<AccountsSchema>,
  clock: Clock,
  horizon: () => SessionHorizon,
): Promise<Swept> {
  const sweepSome = () =>
    database.write(async (transaction) => {
      const now = clock();
      const uids = (await unconfirmedAccounts(transaction, now).execute()).map(({ uid }) => uid);
      for (const uid of uids) await recordEvent(transaction, { at: now, event: 'account.swept', uid });
      if (uids.length > 0) await transaction.deleteFrom('users').where('uid', 'in', uids).execute();
      return uids.length;
    });

  let unconfirmed = 0;
  for (let swept = AT_ONCE; swept === AT_ONCE; unconfirmed += swept) swept = await sweepSome();
  const over = await database.write(async (transaction) => {
    await deleteOldEmailChanges(transaction, clock() - LIFETIMES.confirmation);
    await transaction
      .deleteFrom('guesses')
      .where('last_at', '<=', clock() - GUESSES_KEPT_MS)
      .execute();
    await keepLastVisits(transaction, (session) => session('sessions.created_at', '<=', horizon().begun));
    return transaction.deleteFrom('sessions').where('created_at', '<=', horizon().begun).executeTakeFirst();
  });
  return { unconfirmed, sessions: Number(over.numDeletedRows) };
}
