import { day } from '../fields/day.ts';
import type { Form } from '../fields/field.ts';
import { uid } from '../fields/id.ts';
import { profileName } from '../fields/person-name.ts';
import { documentMails } from '../fields/switch.ts';

export const PROFILE_FORM = { name: profileName } satisfies Form;
export const SUBSTITUTE_FORM = {
  uid: uid('invalid uid', 'The colleague who is to act for the caller'),
  from: day('invalid from', 'The first day'),
  to: day('invalid to', 'The last day: not before the first one, not before today'),
} satisfies Form;
export const MAIL_SWITCH_FORM = { documents: documentMails } satisfies Form;
