/** Accounts of the demonstration, to recognise and remove them. */
import type { Kysely } from 'kysely';
import { BY_COMMAND_LINE } from '../../contract/journal/events.ts';
import * as records from '../platform/database/demonstration-records.ts';
import type { Database } from '../platform/database/types.ts';
import { recordEvent } from './journal/record.ts';
import type { AccountsSchema } from './store/schema.ts';

/** Addresses and names of the demonstration's people; null: no name. */
type DemoNames = ReadonlyMap<string, string | null>;

/** Accounts; another password, name, e-mail, rank or second factor is a change, a sign-in is none. */
export const ACCOUNTS: Pick<records.KindOf<AccountsSchema>, 'kind' | 'read'> = {
  kind: 'account',
  read: async (source, uids) =>
    (await source.selectFrom('users').selectAll().where('uid', 'in', uids).orderBy('email_key').execute()).map(
      (user) => ({
        kind: 'account',
        id: user.uid,
        name: user.email,
        fingerprint: records.fingerprintOf([
          user.email_key,
          user.name,
          user.rank,
          user.disabled,
          user.password_version,
          user.must_change,
          user.factor_at,
        ]),
      }),
    ),
};

/** Accounts as the demonstration made them before it kept records. */
async function recognise(source: Kysely<AccountsSchema>, names: DemoNames): Promise<string[]> {
  const users = await source
    .selectFrom('users')
    .select(['uid', 'email_key', 'name', 'rank'])
    .where('email_key', 'in', [...names.keys()])
    .where('password_version', '=', 1)
    .where('disabled', '=', 0)
    .where('factor_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .execute();
  return users
    .filter(({ email_key, name }) => (names.get(email_key) ?? null) === name)
    .filter(({ name, rank }) => rank === (name === null ? 'admin' : 'user'))
    .map(({ uid }) => uid);
}

export function accountsDemonstration(
  database: Database<AccountsSchema>,
  names: DemoNames,
  clock: () => number,
): records.Demonstration {
  const kinds = [{ ...ACCOUNTS, recognise: (source: Kysely<AccountsSchema>) => recognise(source, names) }];
  return records.demonstrationOver({
    database,
    kinds,
    erase: (seen, needed) =>
      database.write(async (transaction) => {
        const { made } = await records.surveyDemonstration(transaction, kinds);
        const going = new Set(made.flatMap(({ id }) => (needed.has(id) ? [] : [id])));
        for (const uid of going) {
          await recordEvent(transaction, { at: clock(), event: 'account.swept', uid, by: BY_COMMAND_LINE });
          await transaction.deleteFrom('users').where('uid', '=', uid).execute();
        }
        return seen.filter(({ id }) => !going.has(id));
      }),
    isUsed: async (source) => {
      const seen = await source
        .selectFrom('users')
        .select('uid')
        .where('last_seen_at', 'is not', null)
        .where('confirmed_at', 'is not', null)
        .where('email_key', 'not in', [...names.keys()])
        .limit(1)
        .executeTakeFirst();
      return seen !== undefined;
    },
    clock,
  });
}
