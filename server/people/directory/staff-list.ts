import { emailKey, readEmail } from '../../../contract/fields/email.ts';
import { readName } from '../../../contract/fields/person-name.ts';
import { PEOPLE_PAGE_MAX, STAFF_ROWS_MAX } from '../../../contract/limits.ts';
import type { RoleChoices } from '../../../contract/people/forms.ts';
import type { StaffPlan, StaffRow } from '../../../contract/people/staff-list.ts';
import { STAFF_OUTCOMES } from '../../../contract/people/words.ts';
import { badRequest } from '../../platform/http/request.ts';
import { UnreadableTable } from '../../platform/sheet-reader/read-table.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import { askDirectory } from '../profiles/account-of-profile.ts';
import type { PeopleContext } from '../profiles/context.ts';
import { currentDay } from '../profiles/substitutes.ts';
import { withProfiles } from './people-store.ts';
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
  const roles = await context.database.read.selectFrom('roles').select(['id', 'title']).orderBy('id').execute();
  const known = { roles, choices: wish.roles, people: await knownPeople(context, lines) };
  const rows = planStaff(lines, known);
  const count = (outcome: StaffPlan['rows'][number]['outcome']) => rows.filter((row) => row.outcome === outcome).length;
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
async function knownPeople(context: PeopleContext, lines: readonly StaffLine[]): Promise<Map<string, KnownPerson>> {
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

/** A role there is. */
interface KnownRole {
  readonly id: number;
  readonly title: string;
}

/** Somebody who has an account already. */
interface KnownPerson {
  readonly name: string | null;
  readonly role: KnownRole | null;
}

/** What the rows are held against. */
interface StaffKnown {
  readonly roles: readonly KnownRole[];
  /** People by e-mail as it is compared. */
  readonly people: ReadonlyMap<string, KnownPerson>;
  readonly choices: RoleChoices;
}

/** E-mail and name as an account takes them; undefined where it does not. */
interface Read {
  readonly email: ReturnType<typeof readEmail>;
  readonly name: string | null | undefined;
}

/**
 * What becomes of each row. Whoever has an account keeps its name, and the role too where the sheet gives none: a list that
 * is sent again changes nothing. The title of a job gives a role only where a role is called so.
 */
function planStaff(lines: readonly StaffLine[], known: StaffKnown): StaffRow[] {
  const firstRows = new Map<string, number>();
  const roleOf = roleFinder(known);
  return lines.map((line) => {
    const read: Read = { email: readEmail(line.email), name: readName(line.name) };
    const person = read.email ? known.people.get(read.email.key) : undefined;
    const shown = {
      row: line.row,
      name: read.name ?? person?.name ?? line.name,
      email: read.email?.typed ?? line.email,
      role: null,
      roleBefore: person?.role?.title ?? '',
    };
    const first = read.email ? firstRows.get(read.email.key) : undefined;
    if (read.email && first === undefined) firstRows.set(read.email.key, line.row);
    const role = roleOf(line);
    const wrong = wrongIn(line, read, { first, role });
    if (wrong) return { ...shown, ...wrong, outcome: 'wrong' };
    const wanted = role === undefined ? null : role;
    const outcome = !person ? 'new' : wanted && wanted.id !== person.role?.id ? 'role' : 'same';
    return { ...shown, role: wanted, outcome, error: null, detail: '' };
  });
}

function wrongIn(
  line: StaffLine,
  { email, name }: Read,
  { first, role }: { first: number | undefined; role: KnownRole | null | undefined },
): Pick<StaffRow, 'error' | 'detail'> | null {
  if (line.email === '') return { error: 'no email', detail: '' };
  if (!email) return { error: 'bad email', detail: line.email };
  if (first !== undefined) return { error: 'twice', detail: String(first) };
  if (name === undefined) return { error: 'bad name', detail: line.name };
  if (role === undefined) return { error: 'unknown role', detail: line.role };
  return null;
}

/** The role that a row gives; null: none; undefined: it names one that there is not. */
function roleFinder({ roles, choices }: StaffKnown): (line: StaffLine) => KnownRole | null | undefined {
  const byTitle = new Map(roles.map((role) => [foldSearch(role.title), role]));
  const byId = new Map(roles.map((role) => [role.id, role]));
  const chosen = new Map([...choices].map(([text, id]) => [foldSearch(text), id]));
  return ({ role, job }) => {
    if (role === '') return byTitle.get(foldSearch(job)) ?? null;
    const key = foldSearch(role);
    const found = byTitle.get(key);
    if (found) return found;
    const choice = chosen.get(key);
    return choice === null ? null : byId.get(choice ?? 0);
  };
}

/** Words of the column of roles that no role is called by, with how many rows have them, in their order. */
function unknownRoles(lines: readonly StaffLine[], roles: readonly KnownRole[]): { text: string; rows: number }[] {
  const titles = new Set(roles.map(({ title }) => foldSearch(title)));
  const found = new Map<string, { text: string; rows: number }>();
  for (const { role } of lines) {
    const key = foldSearch(role);
    if (role === '' || titles.has(key)) continue;
    const { text = role, rows = 0 } = found.get(key) ?? {};
    found.set(key, { text, rows: rows + 1 });
  }
  return [...found.values()];
}
