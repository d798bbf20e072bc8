// State and calls of the dialog that creates accounts from a list of staff in a file: each choice is checked at once,
// then all rows are added.
import { atom } from 'nanostores';
import type { StaffAdded, StaffPlan } from '../../../contract/people/staff-list.ts';
import { STAFF_COLUMNS, type StaffColumn } from '../../../contract/people/words.ts';
import { createLatest, type Failure, outcomeOf } from '../platform/http-client.ts';
import { informator } from '../platform/session.ts';

/** The state of an import of staff; `plan` always belongs to the present settings. */
export interface StaffList {
  readonly file: File | null;
  readonly plan: StaffPlan | null;
  readonly roles: StaffWish['roles'];
  /** Rows that were corrected here, by number. */
  readonly fixes: StaffWish['fixes'];
  readonly busy: 'checking' | 'adding' | null;
  readonly failure: Failure | null;
  readonly added: StaffAdded | null;
}

const NONE: StaffList = { file: null, plan: null, roles: {}, fixes: {}, busy: null, failure: null, added: null };
const AS_IN_FILE: StaffWish = { roles: {}, fixes: {} };

/** The import of staff from a file: each choice is checked at once, and only checked rows can be added. */
export function createStaffList(calls: typeof staffCalls) {
  const $list = atom<StaffList>(NONE);
  const latest = createLatest();
  let wish = AS_IN_FILE;

  async function check(): Promise<void> {
    const { file, plan, added } = $list.get();
    if (!file) return;
    const { roles, fixes } = wish;
    $list.set({ ...NONE, file, plan, roles, fixes, added, busy: 'checking' });
    const { value: found, failure } = await outcomeOf(() => latest.run((signal) => calls.check(file, wish, signal)));
    if (failure) $list.set({ ...NONE, file, added, failure });
    if (found) $list.set({ ...NONE, file, roles, fixes, added, plan: found.value });
  }
  const change = (changed: Partial<StaffWish>) => {
    wish = { ...wish, ...changed };
    return check();
  };

  return {
    $list,
    choose(file: File | null): Promise<void> {
      latest.stop();
      wish = AS_IN_FILE;
      $list.set({ ...NONE, file });
      return check();
    },
    /** Chooses another sheet, which has columns of its own. */
    chooseSheet(sheet: string): Promise<void> {
      wish = AS_IN_FILE;
      return change({ sheet });
    },
    chooseColumn(name: StaffColumn, column: number | null): Promise<void> {
      const columns = $list.get().plan?.columns;
      return columns ? change({ columns: { ...columns, [name]: column } }) : Promise.resolve();
    },
    chooseRole: (text: string, role: number | null | undefined): Promise<void> =>
      change({ roles: { ...wish.roles, [text]: role } }),
    /** Corrects one row of the file; the check then says whether it can be added. */
    fixRow: (row: number, fix: StaffFix): Promise<void> => change({ fixes: { ...wish.fixes, [row]: fix } }),
    /**
     * Resolves to whether the people were added; a refusal keeps the check on screen. Rows that could not be added stay,
     * to be corrected.
     */
    async add(invites: boolean): Promise<boolean> {
      const { file, plan, busy, roles, fixes } = $list.get();
      if (!file || !plan || busy) return false;
      const kept = { ...NONE, file, plan, roles, fixes };
      $list.set({ ...kept, busy: 'adding' });
      const { value: added, failure } = await outcomeOf(() => calls.add(file, wish, invites));
      if (failure) {
        $list.set({ ...kept, failure });
        return false;
      }
      if (added.wrong === 0) $list.set({ ...NONE, added });
      else {
        $list.set({ ...kept, added });
        await check();
      }
      return true;
    },
    leave: latest.stop,
  };
}

/** For the upload over a slow line and the reading, ms. */
const TIMEOUT_MS = 120_000;

/** E-mail and name of a row as they should be. */
export interface StaffFix {
  readonly email: string;
  readonly name: string;
}

/** How to read the file; what is not named is recognised from the sheet. */
interface StaffWish {
  readonly sheet?: string;
  readonly columns?: Readonly<Record<StaffColumn, number | null>>;
  /** Roles by the words of the sheet that name none: null gives no role, undefined leaves the rows out. */
  readonly roles: Readonly<Record<string, number | null | undefined>>;
  readonly fixes: Readonly<Record<number, StaffFix>>;
}

function formOf(file: File, { sheet, columns, roles, fixes }: StaffWish): FormData {
  const form = new FormData();
  if (sheet) form.set('sheet', sheet);
  if (columns) for (const name of STAFF_COLUMNS) form.set(name, String(columns[name] ?? ''));
  form.set('roles', JSON.stringify(Object.entries(roles).filter(([, role]) => role !== undefined)));
  form.set('fixes', JSON.stringify(Object.entries(fixes).map(([row, { email, name }]) => [Number(row), email, name])));
  // Fields come before the file.
  form.set('file', file, file.name);
  return form;
}

/** The calls of an import of staff. All throw what ky throws, or SessionEnded. */
export const staffCalls = {
  check: (file: File, wish: StaffWish, signal?: AbortSignal): Promise<StaffPlan> =>
    informator.post('people/staff/check', { body: formOf(file, wish), timeout: TIMEOUT_MS, signal }).json<StaffPlan>(),
  /** Adds the checked people and roles. */
  add(file: File, wish: StaffWish, invites: boolean): Promise<StaffAdded> {
    const form = formOf(file, wish);
    form.set('invite', invites ? 'on' : 'off');
    return informator.post('people/staff', { body: form, timeout: TIMEOUT_MS }).json<StaffAdded>();
  },
};
