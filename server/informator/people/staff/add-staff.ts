import { PEOPLE_PAGE_MAX } from '../../../../contract/limits.ts';
import type { StaffAdded, StaffPlan, StaffRow } from '../../../../contract/staff-list.ts';
import type { PeopleContext } from '../context.ts';
import { askDirectory } from '../directory/ask-directory.ts';
import { type Giver, placePerson } from '../directory/place-person.ts';

/**
 * Does what a plan says: accounts first, page by page, then roles. What was done before a failure (503) stays, and is found
 * as done by the next attempt with the same list.
 */
export async function addStaff(
  context: PeopleContext,
  { rows, counts }: StaffPlan,
  invites: boolean,
  giver: Giver,
): Promise<StaffAdded> {
  // Those who have an account are named too: it may be anybody's.
  const meant = rows.filter(({ outcome }) => outcome !== 'wrong');
  let added = 0;
  let claimed = 0;
  for (let from = 0; from < meant.length; from += PEOPLE_PAGE_MAX) {
    const people = meant
      .slice(from, from + PEOPLE_PAGE_MAX)
      .map(({ email, name }) => ({ email, name: name || null }));
    const page = await askDirectory(context, context.directory.add(people, invites, giver.doer));
    added += page.filter((person) => person.added).length;
    claimed += page.filter((person) => person.claimed).length;
  }
  let roles = 0;
  for (const { email, role } of rows.filter(givesRole)) {
    await placePerson(context, email, role?.id ?? null, giver);
    roles += 1;
  }
  return {
    ...{ added, claimed, roles, same: counts.same, wrong: counts.wrong },
    invited: (invites ? added : 0) + claimed,
  };
}

const givesRole = ({ outcome, role }: StaffRow): boolean =>
  (outcome === 'new' || outcome === 'role') && role !== null;
