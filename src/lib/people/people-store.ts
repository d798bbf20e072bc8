import type { PeopleAnswer, Person } from '../../../contract/people.ts';
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

/** Changes a person and shows what came of it; resolves to why it was refused. */
export async function changePerson(
  email: string,
  change: () => Promise<Partial<Person>>,
): Promise<Failure | null> {
  try {
    showChanged(email, await change());
    return null;
  } catch (error) {
    return failureOf(error);
  }
}
