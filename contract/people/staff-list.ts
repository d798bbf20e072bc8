// What the API answers about a list of staff in a file from which accounts are made.
import Type, { type Static } from 'typebox';
import { BrokenRoutes, SettingRow } from '../access/access.ts';
import { MailTrouble } from '../accounts/accounts.ts';
import { Nullable } from '../answers.ts';
import { STAFF_OUTCOMES, STAFF_ROW_ERRORS } from './words.ts';

/** From 1; null: the sheet has none of it. */
const Column = Nullable(Type.Integer());

const StaffRow = Type.Object({
  row: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  outcome: Type.Enum([...STAFF_OUTCOMES]),
  /** The role that the person will have; null: none is given, and a present role stays. */
  role: Nullable(SettingRow),
  /** Title of the role that the person has by now; empty: none. */
  roleBefore: Type.String(),
  error: Nullable(Type.Enum([...STAFF_ROW_ERRORS])),
  /** What is wrong, as the sheet has it; of a row that stands twice the number of the first. */
  detail: Type.String(),
});
export type StaffRow = Static<typeof StaffRow>;

/** POST /people/staff/check: what a list of staff would change. */
export const StaffPlan = Type.Object({
  /** Titles of the visible sheets, and the one that is read. */
  sheets: Type.Array(Type.String()),
  sheet: Type.String(),
  /** Row of the headings; 0: none is recognised. */
  headingRow: Type.Integer(),
  /** What can be chosen: columns by number, with their headings. */
  headings: Type.Array(Type.Object({ column: Type.Integer(), title: Type.String() })),
  columns: Type.Object({ surname: Column, name: Column, patronymic: Column, email: Column, role: Column, job: Column }),
  rows: Type.Array(StaffRow),
  counts: Type.Object({ new: Type.Integer(), role: Type.Integer(), same: Type.Integer(), wrong: Type.Integer() }),
  /** Words of the column of roles that are the title of none, and how many rows have them. */
  unknownRoles: Type.Array(Type.Object({ text: Type.String(), rows: Type.Integer() })),
  /** The sheet has more rows than are read. */
  hasMore: Type.Boolean(),
  broken: BrokenRoutes,
});
export type StaffPlan = Static<typeof StaffPlan>;

/** POST /people/staff: what it did. */
export const StaffAdded = Type.Object({
  added: Type.Integer(),
  /** Unconfirmed accounts, voided for their owners, who were invited. */
  claimed: Type.Integer(),
  invited: Type.Integer(),
  roles: Type.Integer(),
  same: Type.Integer(),
  wrong: Type.Integer(),
  /** Invitations were written, and mails do not leave now. */
  mailTrouble: Type.Optional(MailTrouble),
  unsent: Type.Optional(Type.Array(Type.String(), { description: 'E-mails of the people whose invitation it is' })),
});
export type StaffAdded = Static<typeof StaffAdded>;
