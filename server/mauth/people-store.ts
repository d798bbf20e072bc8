import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { AccountsFilter, PersonAccount } from '../../contract/people.ts';
import type { PersonState } from '../../contract/person-states.ts';
import { foldSearch, SEARCHED_MAX } from '../text/fold-search.ts';
import { LIFETIMES } from './postbox.ts';
import type { Invitation, MauthSchema, User } from './schema.ts';
import { literally, type Source } from './user-store.ts';

type Users = ExpressionBuilder<MauthSchema, 'users'>;

const isInvited = ({ exists, selectFrom }: Users) =>
  exists(selectFrom('invitations').select('hash').whereRef('invitations.uid', '=', 'users.uid'));

/** Accounts in one state; `stateOf` says the same of one row. */
const STATES = {
  disabled: (user) => user('disabled', '=', 1),
  works: (user) => user.and([user('disabled', '=', 0), user('last_seen_at', 'is not', null)]),
  invited: (user) => user.and([user('disabled', '=', 0), user('last_seen_at', 'is', null), isInvited(user)]),
  never: (user) =>
    user.and([user('disabled', '=', 0), user('last_seen_at', 'is', null), user.not(isInvited(user))]),
} satisfies Record<PersonState, (user: Users) => Expression<SqlBool>>;

const matching = (source: Source, { search = '', state, rank, only, except }: AccountsFilter) => {
  const part = foldSearch(search).slice(0, SEARCHED_MAX);
  return source
    .selectFrom('users')
    .$if(part !== '', (query) =>
      query.where(sql<boolean>`users.search_text LIKE ${`%${literally(part)}%`} ESCAPE '!'`),
    )
    .$if(state !== undefined, (query) => query.where((user) => STATES[state ?? 'works'](user)))
    .$if(rank !== undefined, (query) => query.where('rank', '=', rank ?? 'user'))
    .$if(only !== undefined, (query) => query.where('uid', 'in', only?.length ? only : ['']))
    .$if((except?.length ?? 0) > 0, (query) => query.where('uid', 'not in', except ?? []));
};

/** A page of accounts by e-mail. */
export async function selectPeople(source: Source, filter: AccountsFilter): Promise<PersonAccount[]> {
  const { last = '', limit } = filter;
  const users = await matching(source, filter)
    .selectAll()
    .$if(last !== '', (query) => query.where('email_key', '>', last))
    .orderBy('email_key')
    .limit(limit)
    .execute();
  return withFacts(source, users);
}

export async function countPeople(source: Source, filter: AccountsFilter): Promise<number> {
  const { count } = await matching(source, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The accounts with these compared e-mails. */
export async function peopleByEmail(source: Source, keys: readonly string[]): Promise<PersonAccount[]> {
  if (keys.length === 0) return [];
  return withFacts(
    source,
    await source.selectFrom('users').selectAll().where('email_key', 'in', keys).execute(),
  );
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
