import type { SubstituteAnswer, SubstituteRights } from '../../../contract/docflow.ts';
import { NEW_PERSON_FORM, PERSON_FORM } from '../../../contract/forms/people.ts';
import type { Profile } from '../../../contract/informator.ts';
import type { SessionAnswer } from '../../../contract/mauth.ts';
import type { ChangedPerson, InvitationSentAnswer, PeopleAnswer } from '../../../contract/people.ts';
import type { SubstituteCalls } from '../accounts/absence-calls.ts';
import { openInformator, openMauth } from '../http/client.ts';
import { checked } from '../http/unsendable.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';

const informator = guarded(openInformator, session.tokens);
const mauth = guarded(openMauth, session.tokens);
const PAGE = 50;
/** Colleagues that a search offers at once. */
const COLLEAGUES = 10;

/** What the list is narrowed down by; empty: not. */
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
  list(
    { search, state, role }: PeopleFilter,
    last: string | null,
    signal: AbortSignal,
  ): Promise<PeopleAnswer> {
    const wanted = { search: search.trim(), state, role, last: last ?? '' };
    const searchParams = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
    return informator
      .get('people/', { searchParams: { ...searchParams, limit: PAGE }, signal })
      .json<PeopleAnswer>();
  },
  /** Makes an account for somebody and mails the invitation. */
  add: ({ email, name, roleId }: Invited): Promise<ChangedPerson> =>
    informator
      .post('people/', { json: { ...checked(NEW_PERSON_FORM, { email, name, roleId }), invite: true } })
      .json<ChangedPerson>(),
  change: (
    email: string,
    changes: { readonly name?: string; readonly documents?: boolean },
  ): Promise<ChangedPerson> =>
    informator
      .patch(`people/${encodeURIComponent(email)}`, { json: checked(PERSON_FORM, changes) })
      .json<ChangedPerson>(),
  invite: (email: string): Promise<InvitationSentAnswer> =>
    mauth.post(invitation(email)).json<InvitationSentAnswer>(),
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

/** The calls about the substitute of somebody else. All throw what ky throws, or SessionEnded. */
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
