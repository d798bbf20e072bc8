import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type Email, readEmail } from '../../contract/fields/email.ts';
import type { Doer } from '../../contract/journal/events.ts';
import type {
  AccountDirectory,
  AccountsFilter,
  AddedPerson,
  NewPerson,
  PersonAccount,
} from '../../contract/people/people.ts';
import type { PersonState } from '../../contract/people/words.ts';
import type { Database } from '../platform/database/types.ts';
import { foldSearch, SEARCHED_MAX } from '../platform/text/fold-search.ts';
import { literally } from '../platform/text/words.ts';
import type { Clock, Random } from './credentials/random.ts';
import { recordEvent } from './journal/record.ts';
import { type AccountMails, LIFETIMES } from './mails.ts';
import type { AccountsSchema, Invitation, User } from './store/schema.ts';
import type { Source } from './store/user-store.ts';
import * as store from './store/user-store.ts';
import { claimAccount, inviteOwner, NO_PASSWORD, unconfirmedHorizon } from './unconfirmed-accounts.ts';

interface DirectoryDeps {
  readonly database: Database<AccountsSchema>;
  readonly postbox: AccountMails;
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
    if (made && invites) await inviteOwner(transaction, postbox, made, { at, by });
    const user = made ?? (await store.lockedUserByEmail(transaction, database.dialect, email.key));
    if (!user) return null;
    const claimed = made === undefined && (await claimAccount(transaction, postbox, user, { at, by, name }));
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
        const claimed = await claimAccount(transaction, postbox, user, { at: clock(), by });
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

type Users = ExpressionBuilder<AccountsSchema, 'users'>;

const isInvited = ({ exists, selectFrom }: Users) =>
  exists(selectFrom('invitations').select('hash').whereRef('invitations.uid', '=', 'users.uid'));

/** Accounts in one state; `stateOf` says the same of one row. */
const STATES = {
  disabled: (user) => user('disabled', '=', 1),
  works: (user) => user.and([user('disabled', '=', 0), user('last_seen_at', 'is not', null)]),
  invited: (user) => user.and([user('disabled', '=', 0), user('last_seen_at', 'is', null), isInvited(user)]),
  never: (user) => user.and([user('disabled', '=', 0), user('last_seen_at', 'is', null), user.not(isInvited(user))]),
} satisfies Record<PersonState, (user: Users) => Expression<SqlBool>>;

const matching = (source: Source, { search = '', state, rank, only, except }: AccountsFilter) => {
  const part = foldSearch(search).slice(0, SEARCHED_MAX);
  return source
    .selectFrom('users')
    .$if(part !== '', (query) => query.where(sql<boolean>`users.search_text LIKE ${`%${literally(part)}%`} ESCAPE '!'`))
    .$if(state !== undefined, (query) => query.where((user) => STATES[state ?? 'works'](user)))
    .$if(rank !== undefined, (query) => query.where('rank', '=', rank ?? 'user'))
    .$if(only !== undefined, (query) => query.where('uid', 'in', only?.length ? only : ['']))
    .$if((except?.length ?? 0) > 0, (query) => query.where('uid', 'not in', except ?? []));
};

/** A page of accounts by e-mail. */
async function selectPeople(source: Source, filter: AccountsFilter): Promise<PersonAccount[]> {
  const { last = '', limit } = filter;
  const users = await matching(source, filter)
    .selectAll()
    .$if(last !== '', (query) => query.where('email_key', '>', last))
    .orderBy('email_key')
    .limit(limit)
    .execute();
  return withFacts(source, users);
}

async function countPeople(source: Source, filter: AccountsFilter): Promise<number> {
  const { count } = await matching(source, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The accounts with these compared e-mails. */
async function peopleByEmail(source: Source, keys: readonly string[]): Promise<PersonAccount[]> {
  if (keys.length === 0) return [];
  return withFacts(source, await source.selectFrom('users').selectAll().where('email_key', 'in', keys).execute());
}

/** Sessions and invitations of a page, each asked for once. */
async function withFacts(source: Source, users: readonly User[]): Promise<PersonAccount[]> {
  if (users.length === 0) return [];
  const uids = users.map(({ uid }) => uid);
  const sessions = await source
    .selectFrom('sessions')
    .select(({ fn }) => ['uid', fn.countAll<number>().as('count'), fn.max<number>('last_used_at').as('at')])
    .where('uid', 'in', uids)
    .groupBy('uid')
    .execute();
  const invitations = await source.selectFrom('invitations').selectAll().where('uid', 'in', uids).execute();
  const sessionsOf = new Map(sessions.map((row) => [row.uid, row]));
  const invitationOf = new Map(invitations.map((row) => [row.uid, row]));
  return users.map((user) => {
    const used = sessionsOf.get(user.uid);
    return personAccount(user, {
      sessions: Number(used?.count ?? 0),
      usedAt: used ? Number(used.at) : null,
      invitation: invitationOf.get(user.uid),
    });
  });
}

const stateOf = (user: User, invitation: unknown): PersonState => {
  if (user.disabled === 1) return 'disabled';
  if (user.last_seen_at !== null) return 'works';
  return invitation ? 'invited' : 'never';
};

function personAccount(
  user: User,
  facts: { sessions: number; usedAt: number | null; invitation: Invitation | undefined },
): PersonAccount {
  const lastVisit = Math.max(facts.usedAt ?? 0, user.last_seen_at ?? 0);
  const state = stateOf(user, facts.invitation);
  return {
    uid: user.uid,
    email: user.email,
    name: user.name,
    rank: user.rank,
    state,
    secondFactor: user.factor_at !== null,
    mustChangePassword: user.must_change === 1,
    sessions: facts.sessions,
    createdAt: new Date(user.created_at).toISOString(),
    lastVisitAt: lastVisit === 0 ? null : new Date(lastVisit).toISOString(),
    invitationUntil:
      state === 'invited' && facts.invitation
        ? new Date(facts.invitation.created_at + LIFETIMES.invitation).toISOString()
        : null,
  };
}
