import { emailKey, readEmail } from '../../../../contract/fields/email.ts';
import type { RoleChoices } from '../../../../contract/fields/staff-list.ts';
import { PEOPLE_PAGE_MAX, STAFF_ROWS_MAX } from '../../../../contract/limits.ts';
import { STAFF_OUTCOMES } from '../../../../contract/staff-columns.ts';
import type { StaffPlan } from '../../../../contract/staff-list.ts';
import { badRequest } from '../../../http/errors.ts';
import { UnreadableTable } from '../../../sheets/read-table.ts';
import { currentDay } from '../absence/represented.ts';
import type { PeopleContext } from '../context.ts';
import { askDirectory } from '../directory/ask-directory.ts';
import { withProfiles } from '../directory/facts.ts';
import { type KnownPerson, planStaff, unknownRoles } from './plan.ts';
import { type SheetWish, type StaffLine, staffSheet } from './staff-sheet.ts';

/** Columns of a sheet that are looked at. */
const COLUMNS_MAX = 60;
/** Above and between the people stand headings. */
const ROWS_MAX = STAFF_ROWS_MAX + 30;

/**
 * What a list of staff in a file would change as things stand now; writes nothing. Throws 400 for a file that cannot be read,
 * 503.
 */
export async function readStaff(
  context: PeopleContext,
  file: string,
  wish: SheetWish & { readonly roles: RoleChoices },
): Promise<StaffPlan> {
  const sheets = await context.tables(file, { rows: ROWS_MAX, columns: COLUMNS_MAX }).catch((error) => {
    throw error instanceof UnreadableTable ? badRequest(error.message) : error;
  });
  const { lines: all, ...sheet } = staffSheet(sheets, wish);
  const lines = all.slice(0, STAFF_ROWS_MAX);
  const roles = await context.database.read
    .selectFrom('roles')
    .select(['id', 'title'])
    .orderBy('id')
    .execute();
  const known = { roles, choices: wish.roles, people: await knownPeople(context, lines) };
  const rows = planStaff(lines, known);
  const count = (outcome: StaffPlan['rows'][number]['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length;
  return {
    ...sheet,
    headings: [...sheet.headings],
    sheets: sheets.map(({ name }) => name),
    rows,
    counts: Object.fromEntries(STAFF_OUTCOMES.map((name) => [name, count(name)])) as StaffPlan['counts'],
    unknownRoles: unknownRoles(lines, roles),
    hasMore: sheet.hasMore || all.length > lines.length,
  };
}

/** Those of a list who have an account, by e-mail as it is compared. */
async function knownPeople(
  context: PeopleContext,
  lines: readonly StaffLine[],
): Promise<Map<string, KnownPerson>> {
  const emails = [...new Set(lines.flatMap(({ email }) => readEmail(email)?.key ?? []))];
  const known = new Map<string, KnownPerson>();
  for (let from = 0; from < emails.length; from += PEOPLE_PAGE_MAX) {
    const page = emails.slice(from, from + PEOPLE_PAGE_MAX);
    const accounts = await askDirectory(context, context.directory.known(page));
    const people = await withProfiles(context.database.read, accounts, currentDay(context));
    for (const { email, name, role } of people) known.set(emailKey(email), { name, role });
  }
  return known;
}
