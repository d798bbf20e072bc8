import type { Doer } from '../../contract/audit.ts';
import { type Email, readEmail } from '../../contract/fields/email.ts';
import type { AccountDirectory, AddedPerson, NewPerson } from '../../contract/people.ts';
import type { Database } from '../database/types.ts';
import { recordEvent } from './audit/record.ts';
import { claim, invite, NO_PASSWORD } from './claim.ts';
import { unconfirmedHorizon } from './giving-way.ts';
import { countPeople, peopleByEmail, selectPeople } from './people-store.ts';
import type { Clock, Random } from './ports.ts';
import type { Postbox } from './postbox.ts';
import type { MauthSchema } from './schema.ts';
import * as store from './user-store.ts';

interface DirectoryDeps {
  readonly database: Database<MauthSchema>;
  readonly postbox: Postbox;
  readonly clock: Clock;
  readonly random: Random;
}

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
    const at = clock();
    const made = await insert(transaction, email, name, by);
    if (made && invites) await invite(transaction, postbox, made, { at, by });
    const user = made ?? (await store.lockedUserByEmail(transaction, database.dialect, email.key));
    if (!user) return null;
    const claimed = made === undefined && (await claim(transaction, postbox, user, { at, by, name }));
    const called = claimed ? name : user.name;
    return { uid: user.uid, email: user.email, name: called, added: made !== undefined, claimed };
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

    claim: async (typed, by) => {
      const email = readEmail(typed);
      const known = email && (await store.userByEmail(database.read, email.key));
      if (!known) return null;
      const found = await database.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, known.uid);
        if (user?.email_key !== known.email_key) return null;
        const claimed = await claim(transaction, postbox, user, { at: clock(), by });
        return { uid: user.uid, email: user.email, name: claimed ? null : user.name, claimed };
      });
      postbox.wake();
      return found;
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
