import type { ChangedPerson, PeopleAnswer, Person } from '../../../contract/people.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import { createCursorList } from '../lists/cursor-store.ts';
import { type PeopleFilter, peopleCalls } from './people-calls.ts';

export const NO_FILTER: PeopleFilter = { search: '', state: '', role: '' };

/** The people as an administrator sees them. */
export const peopleList = createCursorList<PeopleFilter, Person, PeopleAnswer>(
  { page: peopleCalls.list, rowsOf: ({ people }) => people },
  NO_FILTER,
);

/** Shows what is different of a person now. */
export const showChanged = (email: string, changed: Partial<Person>): void =>
  peopleList.replace((row) => (row.email === email ? { ...row, ...changed } : row));

/** Changes a person and shows what came of it; resolves to why it was refused, and whether it was claimed. */
export async function changePerson(
  email: string,
  change: () => Promise<Partial<ChangedPerson>>,
): Promise<{ readonly failure: Failure | null; readonly claimed: boolean }> {
  try {
    const { claimed = false, ...changed } = await change();
    showChanged(email, claimed ? { ...changed, state: 'invited', invitationUntil: null } : changed);
    return { failure: null, claimed };
  } catch (error) {
    return { failure: failureOf(error), claimed: false };
  }
}
