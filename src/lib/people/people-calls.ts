// Calls and state of the page where administrators see all people, invite them, give roles and name substitutes.
import type { SessionAnswer } from '../../../contract/accounts/accounts.ts';
import type { SubstituteAnswer, SubstituteRights } from '../../../contract/documents/documents.ts';
import { NEW_PERSON_FORM, PERSON_FORM } from '../../../contract/people/forms.ts';
import type { ChangedPerson, InvitationSentAnswer, PeopleAnswer, Person } from '../../../contract/people/people.ts';
import type { Profile } from '../../../contract/people/profiles.ts';
import type { HandedOver, PersonTies } from '../../../contract/people/ties.ts';
import { accountCalls } from '../accounts/account-calls.ts';
import { type AccountAction, accountActions } from '../accounts/account-texts.ts';
import { done, type Said, saidOfMail } from '../accounts/mail-trouble.ts';
import type { SubstituteCalls } from '../accounts/substitute-calls.ts';
import { checked, outcomeOf } from '../platform/http-client.ts';
import { informator, mauth } from '../platform/session.ts';
import { createCursorList } from '../ui/cursor-list.ts';
import { saidOfPerson } from './people-texts.ts';

const PAGE = 50;
const COLLEAGUES = 10;

/** The filters of the list; '': not set. */
export interface PeopleFilter {
  readonly search: string;
  readonly state: string;
  /** Id of a role, or `none`. */
  readonly role: string;
}

export interface Invited {
  readonly email: string;
  readonly name: string;
  readonly roleId: string;
}

const account = (email: string) => `admin/user/${encodeURIComponent(email)}`;
const invitation = (email: string) => `${account(email)}/invitation`;

/** The calls of the page of people. All throw what ky throws, or SessionEnded. */
export const peopleCalls = {
  list({ search, state, role }: PeopleFilter, last: string | null, signal: AbortSignal): Promise<PeopleAnswer> {
    const wanted = { search: search.trim(), state, role, last: last ?? '' };
    const searchParams = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
    return informator.get('people/', { searchParams: { ...searchParams, limit: PAGE }, signal }).json<PeopleAnswer>();
  },
  person: (email: string): Promise<Person> => informator.get(`people/${encodeURIComponent(email)}`).json<Person>(),
  ties: (email: string): Promise<PersonTies> =>
    informator.get(`people/${encodeURIComponent(email)}/ties`).json<PersonTies>(),
  /** Hands over what hangs on a person; the answer says what passed and what stayed. */
  handOver: (email: string, uid: string): Promise<HandedOver> =>
    informator.post(`people/${encodeURIComponent(email)}/hand-over`, { json: { uid } }).json<HandedOver>(),
  add: ({ email, name, roleId }: Invited): Promise<ChangedPerson> =>
    informator
      .post('people/', { json: { ...checked(NEW_PERSON_FORM, { email, name, roleId }), invite: true } })
      .json<ChangedPerson>(),
  change: (email: string, changes: { readonly name?: string; readonly documents?: boolean }): Promise<ChangedPerson> =>
    informator
      .patch(`people/${encodeURIComponent(email)}`, { json: checked(PERSON_FORM, changes) })
      .json<ChangedPerson>(),
  invite: (email: string): Promise<InvitationSentAnswer> => mauth.post(invitation(email)).json<InvitationSentAnswer>(),
  async takeBack(email: string): Promise<void> {
    await mauth.delete(invitation(email));
  },
  sessions: (email: string): Promise<SessionAnswer[]> =>
    mauth.get(`${account(email)}/session/`).json<SessionAnswer[]>(),
  async endSession(email: string, id: number): Promise<void> {
    await mauth.delete(`${account(email)}/session/${id}`);
  },
  async endSessions(email: string): Promise<void> {
    await mauth.delete('admin/user/signout', { json: { email } });
  },
};

/** The calls about the substitute of another person. All throw what ky throws, or SessionEnded. */
export function substituteCallsOf(email: string): SubstituteCalls {
  const path = `people/${encodeURIComponent(email)}/substitute`;
  return {
    substitute: () => informator.get(path).json<SubstituteAnswer>(),
    name: (uid, days) => informator.put(path, { json: { uid, ...days } }).json<SubstituteAnswer>(),
    rights: (uid) => informator.get(`${path}/rights`, { searchParams: { uid } }).json<SubstituteRights>(),
    cancel: () => informator.delete(path).json<SubstituteAnswer>(),
    colleagues: async (search, signal) => {
      const found = await informator
        .get('user/search/', { searchParams: { search, limit: COLLEAGUES }, signal })
        .json<Profile[]>();
      return found.filter((profile) => profile.email !== email);
    },
  };
}

export const NO_FILTER: PeopleFilter = { search: '', state: '', role: '' };

export const peopleList = createCursorList<PeopleFilter, Person, PeopleAnswer>(
  { page: peopleCalls.list, rowsOf: ({ people }) => people },
  NO_FILTER,
);

/** Shows a person in the list as the server has them now. */
export const showPerson = (person: Person): void =>
  peopleList.replace((row) => (row.uid === person.uid ? person : row));

/** Shows a person with another role in the list as the server has them now; with that role at least. Never throws. */
export async function showBound({ uid, email, roles }: Profile): Promise<void> {
  const { value: person } = await outcomeOf(() => peopleCalls.person(email));
  if (person) showPerson(person);
  else peopleList.replace((row) => (row.uid === uid ? { ...row, role: roles[0] ?? null } : row));
}

/** Says what an account is now, by the answer, and whether it was claimed with the change. */
const standing =
  (change: Parameters<typeof accountCalls.change>[1]) =>
  async (email: string): Promise<Said> => {
    const answer = await accountCalls.change(email, change);
    const { rank, disabled } = answer;
    const rankNow = rank === 'admin' ? 'promote' : 'demote';
    const now = 'rank' in change ? rankNow : disabled ? 'disable' : 'enable';
    return saidOfPerson(done(accountActions[now].done(answer.email)), answer);
  };

const silent =
  (action: AccountAction, act: (email: string) => Promise<unknown>) =>
  async (email: string): Promise<Said> => {
    await act(email);
    return done(accountActions[action].done(email));
  };

/**
 * What an administrator does with an account; resolves to what became of it in words, of its mail too. All throw what ky
 * throws, or SessionEnded.
 */
export const accountActs: Readonly<Record<AccountAction, (email: string) => Promise<Said>>> = {
  promote: standing({ rank: 'admin' }),
  demote: standing({ rank: 'user' }),
  disable: standing({ disabled: true }),
  enable: standing({ disabled: false }),
  reset: async (email) => saidOfMail('reset', email, await accountCalls.reset(email)),
  resetFactor: silent('resetFactor', (email) => accountCalls.resetFactor(email)),
  endSessions: silent('endSessions', (email) => peopleCalls.endSessions(email)),
};
