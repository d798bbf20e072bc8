// Fields and forms of requests about people.
import { email } from '../fields/email.ts';
import { type Field, type Form, isBlank, Refusal } from '../fields/field.ts';
import { accountName, profileName } from '../fields/person-name.ts';
import { day, documentMails, invites, readJson, roleToBind, uid } from '../fields/values.ts';
import { UPLOAD_COLUMN_MAX } from '../limits.ts';

/** A role that was chosen for words of the sheet: null gives none. */
export type RoleChoices = ReadonlyMap<string, number | null>;

const CHOICES_MAX = 500;

/** The title of a sheet; undefined: the first with headings that are recognised. */
const sheetTitle: Field<string | undefined> = {
  schema: { type: 'string', description: 'Title of a sheet; left out, the first whose headings are recognised' },
  read: (value) => {
    if (value === undefined || value === '') return undefined;
    return typeof value === 'string' ? value : new Refusal('invalid form');
  },
};

/** From 1; null: none; undefined: as recognised. */
const sheetColumn: Field<number | null | undefined> = {
  schema: {
    type: ['integer', 'string', 'null'],
    description: 'Number of a column from 1; empty: there is none; left out: as its heading says',
  },
  read: (value) => {
    if (value === undefined) return undefined;
    if (isBlank(value)) return null;
    const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
    const column = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    return column >= 1 && column <= UPLOAD_COLUMN_MAX ? column : new Refusal('invalid form');
  },
};

/** Roles for words of the sheet that are the title of none. */
const roleChoices: Field<RoleChoices> = {
  schema: {
    type: 'string',
    description: 'JSON list of pairs: words of the column of roles, and the id of the role they mean or null for none',
    examples: ['[["ст. кладовщик", 3], ["стажёр", null]]'],
  },
  read: (value) => {
    if (value === undefined || value === '') return new Map();
    const pairs = typeof value === 'string' ? readJson(value) : null;
    if (!Array.isArray(pairs) || pairs.length > CHOICES_MAX || !pairs.every(isChoice))
      return new Refusal('invalid form');
    return new Map(pairs);
  },
};

const isChoice = (pair: unknown): pair is [string, number | null] =>
  Array.isArray(pair) &&
  pair.length === 2 &&
  typeof pair[0] === 'string' &&
  (pair[1] === null || (Number.isSafeInteger(pair[1]) && (pair[1] as number) > 0));

/** What an administrator corrected in rows of the sheet, by number of the row. */
export type RowFixes = ReadonlyMap<number, { readonly email: string; readonly name: string }>;

const rowFixes: Field<RowFixes> = {
  schema: {
    type: 'string',
    description: 'JSON list of corrected rows: number of the row in the sheet, e-mail, name',
    examples: ['[[12, "ivanov@example.test", "Иванов Иван"]]'],
  },
  read: (value) => {
    if (value === undefined || value === '') return new Map();
    const rows = typeof value === 'string' ? readJson(value) : null;
    if (!Array.isArray(rows) || rows.length > CHOICES_MAX || !rows.every(isFix)) return new Refusal('invalid form');
    return new Map(rows.map(([row, email, name]) => [row, { email: email.trim(), name: name.trim() }]));
  },
};

const isFix = (fix: unknown): fix is [number, string, string] =>
  Array.isArray(fix) &&
  fix.length === 3 &&
  Number.isSafeInteger(fix[0]) &&
  [fix[1], fix[2]].every((text) => typeof text === 'string' && text.length <= FIX_MAX);

/** Longer than any e-mail or name that can be right. */
const FIX_MAX = 500;

export const PROFILE_FORM = { name: profileName } satisfies Form;
export const SUBSTITUTE_FORM = {
  uid: uid('invalid uid', 'The colleague who is to act for the caller'),
  from: day('invalid from', 'The first day'),
  to: day('invalid to', 'The last day: not before the first one, not before today'),
} satisfies Form;
/** The colleague who takes over what hangs on a person. */
export const HAND_OVER_FORM = { uid: uid('invalid uid', 'The colleague who takes over') } satisfies Form;
export const MAIL_SWITCH_FORM = { documents: documentMails } satisfies Form;

/** A new member of staff; without roleId they have no role. */
export const NEW_PERSON_FORM = { email, name: accountName, roleId: roleToBind, invite: invites } satisfies Form;
/** What is not sent stays as it is. */
export const PERSON_FORM = { name: profileName, documents: documentMails } satisfies Form;

export const STAFF_SHEET_FORM = {
  sheet: sheetTitle,
  surname: sheetColumn,
  name: sheetColumn,
  patronymic: sheetColumn,
  email: sheetColumn,
  role: sheetColumn,
  job: sheetColumn,
  roles: roleChoices,
  fixes: rowFixes,
} satisfies Form;
export const STAFF_FORM = { ...STAFF_SHEET_FORM, invite: invites } satisfies Form;
