// Imports people and their roles from a sheet.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { emailKey, readEmail } from '../../../contract/fields/email.ts';
import { readName } from '../../../contract/fields/person-name.ts';
import { PEOPLE_PAGE_MAX, STAFF_FILE_MAX, STAFF_ROWS_MAX } from '../../../contract/limits.ts';
import { type RoleChoices, type RowFixes, STAFF_FORM, STAFF_SHEET_FORM } from '../../../contract/people/forms.ts';
import type { AddedPerson } from '../../../contract/people/people.ts';
import { StaffAdded, StaffPlan, type StaffRow } from '../../../contract/people/staff-list.ts';
import { STAFF_OUTCOMES } from '../../../contract/people/words.ts';
import { auditActor, badRequest, readForm, requireEditor } from '../../platform/http/request.ts';
import { oneFile, oneFileUpTo, withForm } from '../../platform/http/upload.ts';
import { UnreadableTable } from '../../platform/sheet-reader/read-table.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import { askAuthService, type PeopleContext } from '../profiles/accounts.ts';
import { examineRoles } from '../profiles/broken-routes.ts';
import { currentDay } from '../profiles/substitutes.ts';
import { giveRole, type RoleGiver, withProfiles } from './people.ts';
import { type SheetWish, type StaffLine, staffSheet } from './staff-sheet.ts';

/** Routes of a list of staff in a file, for administrators: what it would change, and its import. */
export function staffRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const options = { folder: context.incomingFolder };

  return async (app) => {
    app.post(
      '/people/staff/check',
      {
        config: { permission: 'admin', files: oneFileUpTo(STAFF_FILE_MAX), form: STAFF_SHEET_FORM },
        schema: {
          summary: 'What a list of staff in a file would change; writes nothing',
          description:
            'A file of any kind that an import reads, in the field `file`. Columns are told by their headings unless the form says otherwise',
          response: { 200: StaffPlan },
        },
      },
      (request) =>
        withForm(request, options, async (form) => {
          const wish = readForm(request, STAFF_SHEET_FORM, form.fields);
          const { plan, people } = await readStaff(context, oneFile(form, 'file').path, wish);
          const given = plan.rows.filter(givesRole).map(({ email, role }) => {
            const uid = people.get(emailKey(email))?.uid ?? null;
            return { uid, email, roleId: role?.id ?? null };
          });
          return { ...plan, broken: await examineRoles(context, given) };
        }),
    );

    app.post(
      '/people/staff',
      {
        config: { permission: 'admin', files: oneFileUpTo(STAFF_FILE_MAX), form: STAFF_FORM },
        schema: {
          summary: 'Makes the accounts of a list of staff and gives the roles; rows that are wrong are left out',
          description: 'The same file and form as for the check. A list that is sent again changes nothing',
          response: { 200: StaffAdded },
        },
      },
      (request) =>
        withForm(request, options, async (form) => {
          const { invite = false, ...wish } = readForm(request, STAFF_FORM, form.fields);
          const { plan } = await readStaff(context, oneFile(form, 'file').path, wish);
          if (plan.columns.email === null) throw badRequest('no email column');
          return addStaff(context, plan, invite, { editor: requireEditor(request), doer: auditActor(request) });
        }),
    );
  };
}

/** Applies a plan: accounts page by page, then roles. What was done before a failure (503) stays. */
async function addStaff(
  context: PeopleContext,
  { rows, counts }: ReadStaff['plan'],
  invites: boolean,
  giver: RoleGiver,
): Promise<StaffAdded> {
  // People with an account are sent too: it may be unconfirmed.
  const meant = rows.filter(({ outcome }) => outcome !== 'wrong');
  let added = 0;
  let claimed = 0;
  const unsent: AddedPerson[] = [];
  for (let from = 0; from < meant.length; from += PEOPLE_PAGE_MAX) {
    const people = meant.slice(from, from + PEOPLE_PAGE_MAX).map(({ email, name }) => ({ email, name: name || null }));
    const page = await askAuthService(context, context.directory.add(people, invites, giver.doer));
    added += page.filter((person) => person.added).length;
    claimed += page.filter((person) => person.claimed).length;
    unsent.push(...page.filter((person) => person.mailTrouble));
  }
  const given = rows.filter(givesRole);
  for (const { email, role } of given) await giveRole(context, email, role?.id ?? null, giver);
  return {
    ...{ added, claimed, roles: given.length, same: counts.same, wrong: counts.wrong },
    invited: (invites ? added : 0) + claimed,
    ...(unsent.length > 0 && { mailTrouble: unsent.at(-1)?.mailTrouble, unsent: unsent.map(({ email }) => email) }),
  };
}

const givesRole = ({ outcome, role }: StaffRow): boolean => (outcome === 'new' || outcome === 'role') && role !== null;

/** Columns of a sheet that are looked at. */
const COLUMNS_MAX = 60;
/** Above and between the people stand headings. */
const ROWS_MAX = STAFF_ROWS_MAX + 30;

interface ReadStaff {
  readonly plan: Omit<StaffPlan, 'broken'>;
  /** Those of the list who have an account, by e-mail as it is compared. */
  readonly people: ReadonlyMap<string, KnownPerson>;
}

/** What a list of staff in a file would change; writes nothing. Throws 400 for a file that cannot be read, 503. */
async function readStaff(
  context: PeopleContext,
  file: string,
  wish: SheetWish & { readonly roles: RoleChoices; readonly fixes: RowFixes },
): Promise<ReadStaff> {
  const sheets = await context.tables(file, { rows: ROWS_MAX, columns: COLUMNS_MAX }).catch((error) => {
    throw error instanceof UnreadableTable ? badRequest(error.message) : error;
  });
  const { lines: all, ...sheet } = staffSheet(sheets, wish);
  const lines = all.slice(0, STAFF_ROWS_MAX).map((line) => ({ ...line, ...wish.fixes.get(line.row) }));
  const roles = await context.database.read.selectFrom('roles').select(['id', 'title']).orderBy('id').execute();
  const known = { roles, choices: wish.roles, people: await knownPeople(context, lines) };
  const rows = planStaff(lines, known);
  const count = (outcome: StaffPlan['rows'][number]['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const plan = {
    ...sheet,
    headings: [...sheet.headings],
    sheets: sheets.map(({ name }) => name),
    rows,
    counts: Object.fromEntries(STAFF_OUTCOMES.map((name) => [name, count(name)])) as StaffPlan['counts'],
    unknownRoles: unknownRoles(lines, roles),
    hasMore: sheet.hasMore || all.length > lines.length,
  };
  return { plan, people: known.people };
}

/** Those of a list who have an account, by e-mail as it is compared. */
async function knownPeople(context: PeopleContext, lines: readonly StaffLine[]): Promise<Map<string, KnownPerson>> {
  const emails = [...new Set(lines.flatMap(({ email }) => readEmail(email)?.key ?? []))];
  const known = new Map<string, KnownPerson>();
  for (let from = 0; from < emails.length; from += PEOPLE_PAGE_MAX) {
    const page = emails.slice(from, from + PEOPLE_PAGE_MAX);
    const accounts = await askAuthService(context, context.directory.known(page));
    const people = await withProfiles(context.database.read, accounts, currentDay(context));
    for (const { email, uid, name, role } of people) known.set(emailKey(email), { uid, name, role });
  }
  return known;
}

interface KnownRole {
  readonly id: number;
  readonly title: string;
}

interface KnownPerson {
  readonly uid: string;
  readonly name: string | null;
  readonly role: KnownRole | null;
}

interface StaffKnown {
  readonly roles: readonly KnownRole[];
  readonly people: ReadonlyMap<string, KnownPerson>;
  readonly choices: RoleChoices;
}

/** E-mail and name as an account takes them; undefined where it does not. */
interface Read {
  readonly email: ReturnType<typeof readEmail>;
  readonly name: string | null | undefined;
}

/** The outcome of each row; an account keeps its name, and its role where the row gives none; repeats do nothing. */
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
