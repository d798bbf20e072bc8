import { STAFF_COLUMNS, type StaffColumn } from '../../../contract/staff-columns.ts';
import type { StaffAdded, StaffPlan } from '../../../contract/staff-list.ts';
import { openInformator } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';

const informator = guarded(openInformator, session.tokens);
/** A file goes over a slow line and is read, ms. */
const TIMEOUT_MS = 120_000;

/** How the file is to be read; what is not named is as the sheet says. */
export interface StaffWish {
  readonly sheet?: string;
  readonly columns?: Readonly<Record<StaffColumn, number | null>>;
  /** Roles by the words of the sheet that name none: null gives no role, undefined leaves the rows out. */
  readonly roles: Readonly<Record<string, number | null | undefined>>;
}

function formOf(file: File, { sheet, columns, roles }: StaffWish): FormData {
  const form = new FormData();
  if (sheet) form.set('sheet', sheet);
  if (columns) for (const name of STAFF_COLUMNS) form.set(name, String(columns[name] ?? ''));
  form.set('roles', JSON.stringify(Object.entries(roles).filter(([, role]) => role !== undefined)));
  // Fields come before the file.
  form.set('file', file, file.name);
  return form;
}

/** What a list of staff would change. Throws what ky throws, or SessionEnded. */
export const checkStaff = (file: File, wish: StaffWish, signal?: AbortSignal): Promise<StaffPlan> =>
  informator
    .post('people/staff/check', { body: formOf(file, wish), timeout: TIMEOUT_MS, signal })
    .json<StaffPlan>();

/** Does what the check has told. Throws what ky throws, or SessionEnded. */
export function addStaff(file: File, wish: StaffWish, invites: boolean): Promise<StaffAdded> {
  const form = formOf(file, wish);
  form.set('invite', invites ? 'on' : 'off');
  return informator.post('people/staff', { body: form, timeout: TIMEOUT_MS }).json<StaffAdded>();
}
