import { day } from '../fields/day.ts';
import { email } from '../fields/email.ts';
import type { Form } from '../fields/field.ts';
import { roleToBind, uid } from '../fields/id.ts';
import { accountName, profileName } from '../fields/person-name.ts';
import { roleChoices, sheetColumn, sheetTitle } from '../fields/staff-list.ts';
import { documentMails, invites } from '../fields/switch.ts';

export const PROFILE_FORM = { name: profileName } satisfies Form;
export const SUBSTITUTE_FORM = {
  uid: uid('invalid uid', 'The colleague who is to act for the caller'),
  from: day('invalid from', 'The first day'),
  to: day('invalid to', 'The last day: not before the first one, not before today'),
} satisfies Form;
export const MAIL_SWITCH_FORM = { documents: documentMails } satisfies Form;

/** Somebody who is to work here; no role without roleId. */
export const NEW_PERSON_FORM = {
  email,
  name: accountName,
  roleId: roleToBind,
  invite: invites,
} satisfies Form;
/** What is not sent stays as it is. */
export const PERSON_FORM = { name: profileName, documents: documentMails } satisfies Form;

/** How the sheet of a list of staff is to be read. */
export const STAFF_SHEET_FORM = {
  sheet: sheetTitle,
  surname: sheetColumn,
  name: sheetColumn,
  patronymic: sheetColumn,
  email: sheetColumn,
  role: sheetColumn,
  job: sheetColumn,
  roles: roleChoices,
} satisfies Form;
export const STAFF_FORM = { ...STAFF_SHEET_FORM, invite: invites } satisfies Form;
