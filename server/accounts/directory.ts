// Accounts as the service of people and documents lists, makes and renames them, without knowing passwords or
// sessions.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import * as accountsApi from '../../contract/accounts/accounts.ts';
import { type Email, readEmail } from '../../contract/fields/email.ts';
import type { Doer } from '../../contract/journal/events.ts';
import { ACCOUNTS_ASKED_MAX } from '../../contract/limits.ts';
import type * as peopleApi from '../../contract/people/people.ts';
import type { PersonState } from '../../contract/people/words.ts';
import type { Database } from '../platform/database/types.ts';
import { foldSearch, SEARCHED_MAX } from '../platform/text/fold-search.ts';
import { literally } from '../platform/text/words.ts';
import type { AccountsContext } from './context.ts';
import { recordEvent } from './journal/record.ts';
import { LIFETIMES } from './mails.ts';
import type { AccountsSchema, Invitation, Source, User } from './store/schema.ts';
import * as store from './store/user-store.ts';
import { claimAccount, inviteOwner, NO_PASSWORD, unconfirmedHorizon } from './unconfirmed-accounts.ts';

export function createDirectory({ database, postbox, clock, random }: AccountsContext): peopleApi.AccountDirectory {
  const insert = async (transaction: Source, email: Email, name: string | null, by: Doer) => {
    const now = clock();
    const uid = random.uid();
    await store.deleteUnconfirmed(transaction, email.key, unconfirmedHorizon(now));
    const user = {
      uid,
      email,
      hash: NO_PASSWORD,
      rank: 'user',
      name,
      confirmedAt: null,
      isExpected: true,
      now,
    } as const;
    if (!(await store.insertUser(transaction, user))) return undefined;
    await recordEvent(transaction, { at: now, event: 'account.created', uid, by, details: { rank: 'user' } });
    return store.userByUid(transaction, uid);
  };

  const addOne = async (
    transaction: Source,
    { email: typed, name }: peopleApi.NewPerson,
    invites: boolean,
    by: Doer,
  ): Promise<peopleApi.AddedPerson | null> => {
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
      const rows = await postbox.write(async (transaction) => {
        const done: peopleApi.AddedPerson[] = [];
        for (const person of people) {
          const row = await addOne(transaction, person, invites, by);
          if (row) done.push(row);
        }
        return done;
      });
      const mailTrouble = await postbox.trouble();
      if (mailTrouble === null) return rows;
      return rows.map((row) => ((invites && row.added) || row.claimed ? { ...row, mailTrouble } : row));
    },

    claim: async (typed, by) => {
      const email = readEmail(typed);
      const known = email && (await store.userByEmail(database.read, email.key));
      if (!known) return null;
      return postbox.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, known.uid);
        if (user?.email_key !== known.email_key) return null;
        const claimed = await claimAccount(transaction, postbox, user, { at: clock(), by });
        return { uid: user.uid, email: user.email, name: claimed ? null : user.name, claimed };
      });
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

/** Which of these accounts are in one of these states, and in which. */
async function statesAmong<State extends accountsApi.IdleState>(
  read: Database<AccountsSchema>['read'],
  uids: readonly string[],
  states: readonly State[],
): Promise<Map<string, State>> {
  const found = new Map<string, State>();
  for (let from = 0; from < uids.length; from += ACCOUNTS_ASKED_MAX) {
    const some = uids.slice(from, from + ACCOUNTS_ASKED_MAX);
    const rows = await read
      .selectFrom('users')
      .select(['uid', 'disabled', 'last_seen_at'])
      .select((user) => isInvited(user).as('invited'))
      .where('uid', 'in', some)
      .where((user) => user.or(states.map((state) => STATES[state](user))))
      .execute();
    for (const row of rows) found.set(row.uid, stateOf(row, row.invited) as State);
  }
  return found;
}

/** What became of accounts, by the database at each call. */
export const createAccountStates = ({ read }: Database<AccountsSchema>): accountsApi.AccountStates => ({
  disabledAmong: async (uids) => new Set((await statesAmong(read, uids, ['disabled'])).keys()),
  idleAmong: (uids) => statesAmong(read, uids, accountsApi.IDLE_STATES),
  accountOf: async (key) => {
    const email = 'email' in key ? readEmail(key.email) : null;
    const user =
      'uid' in key ? await store.userByUid(read, key.uid) : email && (await store.userByEmail(read, email.key));
    return user ? { uid: user.uid, email: user.email, name: user.name } : null;
  },
});

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

const matching = (source: Source, { search = '', state, rank, only, except }: peopleApi.AccountsFilter) => {
  const part = foldSearch(search).slice(0, SEARCHED_MAX);
  return source
    .selectFrom('users')
    .$if(part !== '', (query) => query.where(sql<boolean>`users.search_text LIKE ${`%${literally(part)}%`} ESCAPE '!'`))
    .$if(state !== undefined, (query) => query.where((user) => STATES[state ?? 'works'](user)))
    .$if(rank !== undefined, (query) => query.where('rank', '=', rank ?? 'user'))
    .$if(only !== undefined, (query) => query.where('uid', 'in', only?.length ? only : ['']))
    .$if((except?.length ?? 0) > 0, (query) => query.where('uid', 'not in', except ?? []));
};

async function selectPeople(source: Source, filter: peopleApi.AccountsFilter): Promise<peopleApi.PersonAccount[]> {
  const { last = '', limit } = filter;
  const users = await matching(source, filter)
    .selectAll()
    .$if(last !== '', (query) => query.where('email_key', '>', last))
    .orderBy('email_key')
    .limit(limit)
    .execute();
  return withFacts(source, users);
}

async function countPeople(source: Source, filter: peopleApi.AccountsFilter): Promise<number> {
  const { count } = await matching(source, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function peopleByEmail(source: Source, keys: readonly string[]): Promise<peopleApi.PersonAccount[]> {
  if (keys.length === 0) return [];
  return withFacts(source, await source.selectFrom('users').selectAll().where('email_key', 'in', keys).execute());
}

/** Sessions and invitations of a page, each asked for once. */
async function withFacts(source: Source, users: readonly User[]): Promise<peopleApi.PersonAccount[]> {
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

const stateOf = (user: Pick<User, 'disabled' | 'last_seen_at'>, invitation: unknown): PersonState => {
  if (user.disabled === 1) return 'disabled';
  if (user.last_seen_at !== null) return 'works';
  return invitation ? 'invited' : 'never';
};

function personAccount(
  user: User,
  facts: { sessions: number; usedAt: number | null; invitation: Invitation | undefined },
): peopleApi.PersonAccount {
  const lastVisit = Math.max(facts.usedAt ?? 0, user.last_seen_at ?? 0);
  const state = stateOf(user, facts.invitation);
  return {
    uid: user.uid,
    email: user.email,
    name: user.name,
    rank: user.rank,
    state,
    secondFactor: user.factor_at !== null,
    confirmed: user.confirmed_at !== null,
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
