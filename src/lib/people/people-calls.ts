// Calls and state of the page where administrators see all people, invite them, give roles and name substitutes.
import type { SessionAnswer } from '../../../contract/accounts/accounts.ts';
import type { SubstituteAnswer, SubstituteRights } from '../../../contract/documents/documents.ts';
import { NEW_PERSON_FORM, PERSON_FORM } from '../../../contract/people/forms.ts';
import type { ChangedPerson, InvitationSentAnswer, PeopleAnswer, Person } from '../../../contract/people/people.ts';
import type { Profile } from '../../../contract/people/profiles.ts';
import type { SubstituteCalls } from '../accounts/substitute-calls.ts';
import { checked } from '../platform/http-client.ts';
import { informator, mauth } from '../platform/session.ts';
import { createCursorList } from '../ui/cursor-list.ts';

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

export const showChanged = (email: string, changed: Partial<Person>): void =>
  peopleList.replace((row) => (row.email === email ? { ...row, ...changed } : row));

/** Changes a person and shows the outcome; resolves to whether the account was claimed. Throws what it throws. */
export async function changePerson(email: string, change: () => Promise<Partial<ChangedPerson>>): Promise<boolean> {
  const { claimed = false, ...changed } = await change();
  showChanged(email, claimed ? { ...changed, state: 'invited', invitationUntil: null } : changed);
  return claimed;
}
