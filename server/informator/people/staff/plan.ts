import { readEmail } from '../../../../contract/fields/email.ts';
import { readName } from '../../../../contract/fields/person-name.ts';
import type { RoleChoices } from '../../../../contract/fields/staff-list.ts';
import type { StaffRow } from '../../../../contract/staff-list.ts';
import { foldSearch } from '../../../text/fold-search.ts';
import type { StaffLine } from './staff-sheet.ts';

/** A role there is. */
interface KnownRole {
  readonly id: number;
  readonly title: string;
}

/** Somebody who has an account already. */
export interface KnownPerson {
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
export function planStaff(lines: readonly StaffLine[], known: StaffKnown): StaffRow[] {
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
export function unknownRoles(
  lines: readonly StaffLine[],
  roles: readonly KnownRole[],
): { text: string; rows: number }[] {
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
