import type { Doer } from '../../contract/audit.ts';
import { type Email, readEmail } from '../../contract/fields/email.ts';
import type { AccountDirectory, AddedPerson, NewPerson } from '../../contract/people.ts';
import type { Database } from '../database/types.ts';
import { recordEvent } from './audit/record.ts';
import { unconfirmedHorizon } from './giving-way.ts';
import { countPeople, peopleByEmail, selectPeople } from './people-store.ts';
import type { Clock, Random } from './ports.ts';
import type { Postbox } from './postbox.ts';
import type { MauthSchema, User } from './schema.ts';
import * as store from './user-store.ts';

interface DirectoryDeps {
  readonly database: Database<MauthSchema>;
  readonly postbox: Postbox;
  readonly clock: Clock;
  readonly random: Random;
}

/** No password: nothing that is typed fits it. */
const NO_PASSWORD = '';

/** Accounts as other services list, make and rename them. */
export function createDirectory({ database, postbox, clock, random }: DirectoryDeps): AccountDirectory {
  const insert = async (transaction: store.Source, email: Email, name: string | null, by: Doer) => {
    const now = clock();
    const uid = random.uid();
    await store.deleteUnconfirmed(transaction, email.key, unconfirmedHorizon(now));
    const added = await store.insertUser(transaction, {
      uid,
      email: email.typed,
      email_key: email.key,
      password_hash: NO_PASSWORD,
      rank: 'user',
      name,
      confirmed_at: null,
      expected: 1,
      created_at: now,
      updated_at: now,
    });
    if (!added) return undefined;
    await recordEvent(transaction, { at: now, event: 'account.created', uid, by, details: { rank: 'user' } });
    return store.userByUid(transaction, uid);
  };

  const addOne = async (
    transaction: store.Source,
    { email: typed, name }: NewPerson,
    invites: boolean,
    by: Doer,
  ): Promise<AddedPerson | null> => {
    const email = readEmail(typed);
    if (!email) return null;
    const made = await insert(transaction, email, name, by);
    if (made && invites) await invite(transaction, postbox, made, { at: clock(), by });
    const user = made ?? (await store.userByEmail(transaction, email.key));
    return user ? { uid: user.uid, email: user.email, name: user.name, added: made !== undefined } : null;
  };

  return {
    page: async (filter) => ({
      accounts: await selectPeople(database.read, filter),
      total: await countPeople(database.read, filter),
    }),

    known: (emails) =>
      peopleByEmail(
        database.read,
        emails.flatMap((text) => readEmail(text)?.key ?? []),
      ),

    add: async (people, invites, by) => {
      const added = await database.write(async (transaction) => {
        const rows: AddedPerson[] = [];
        for (const person of people) {
          const row = await addOne(transaction, person, invites, by);
          if (row) rows.push(row);
        }
        return rows;
      });
      postbox.wake();
      return added;
    },

    rename: (uid, name, by) =>
      database.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        if (!user || user.name === name) return;
        await store.updateName(transaction, user, name, clock());
        const details = { name: name ?? '', nameBefore: user.name ?? '' };
        await recordEvent(transaction, { at: clock(), event: 'account.renamed', uid, by, details });
      }),
  };
}

/** Mails an invitation in place of an earlier one; the journal names `by` for it. */
export async function invite(
  transaction: store.Source,
  postbox: Postbox,
  user: User,
  { at, by }: { at: number; by: Doer },
): Promise<void> {
  await postbox.sendInvitation(transaction, user);
  await recordEvent(transaction, { at, event: 'account.invited', uid: user.uid, by });
}
