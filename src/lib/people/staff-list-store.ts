import { atom } from 'nanostores';
import type { StaffColumn } from '../../../contract/staff-columns.ts';
import type { StaffAdded, StaffPlan } from '../../../contract/staff-list.ts';
import { createLatest } from '../browser/latest.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { StaffWish } from './staff-list-calls.ts';

interface Calls {
  check(file: File, wish: StaffWish, signal?: AbortSignal): Promise<StaffPlan>;
  add(file: File, wish: StaffWish, invites: boolean): Promise<StaffAdded>;
}

/** A list of staff on its way from a file to accounts; `plan` is always of the wish at hand. */
export interface StaffList {
  readonly file: File | null;
  readonly plan: StaffPlan | null;
  /** Which role was chosen for words of the sheet. */
  readonly roles: StaffWish['roles'];
  readonly busy: 'checking' | 'adding' | null;
  readonly failure: Failure | null;
  readonly added: StaffAdded | null;
}

const NONE: StaffList = { file: null, plan: null, roles: {}, busy: null, failure: null, added: null };
const AS_IT_SAYS: StaffWish = { roles: {} };

/** A file of staff: every choice is checked at once, and only what was checked can be added. */
export function createStaffList(calls: Calls) {
  const $list = atom<StaffList>(NONE);
  const latest = createLatest();
  let wish = AS_IT_SAYS;

  async function check(): Promise<void> {
    const { file, plan } = $list.get();
    if (!file) return;
    const { roles } = wish;
    $list.set({ ...NONE, file, plan, roles, busy: 'checking' });
    try {
      const found = await latest.run((signal) => calls.check(file, wish, signal));
      if (found) $list.set({ ...NONE, file, roles, plan: found.value });
    } catch (error) {
      $list.set({ ...NONE, file, failure: failureOf(error) });
    }
  }
  const change = (changed: Partial<StaffWish>) => {
    wish = { ...wish, ...changed };
    return check();
  };

  return {
    $list,
    choose(file: File | null): Promise<void> {
      latest.stop();
      wish = AS_IT_SAYS;
      $list.set({ ...NONE, file });
      return check();
    },
    /** Another sheet has columns of its own. */
    chooseSheet(sheet: string): Promise<void> {
      wish = AS_IT_SAYS;
      return change({ sheet });
    },
    chooseColumn(name: StaffColumn, column: number | null): Promise<void> {
      const columns = $list.get().plan?.columns;
      return columns ? change({ columns: { ...columns, [name]: column } }) : Promise.resolve();
    },
    chooseRole: (text: string, role: number | null | undefined): Promise<void> =>
      change({ roles: { ...wish.roles, [text]: role } }),
    /** Resolves to whether it was done; a refusal keeps the check on screen. */
    async add(invites: boolean): Promise<boolean> {
      const { file, plan, busy, roles } = $list.get();
      if (!file || !plan || busy) return false;
      $list.set({ ...NONE, file, plan, roles, busy: 'adding' });
      try {
        $list.set({ ...NONE, added: await calls.add(file, wish, invites) });
        return true;
      } catch (error) {
        $list.set({ ...NONE, file, plan, roles, failure: failureOf(error) });
        return false;
      }
    },
    leave: latest.stop,
  };
}
