import { expect, it } from 'vitest';
import type { StaffPlan } from '../../../contract/people/staff-list.ts';
import { createStaffList } from '../../../src/lib/people/staff-list.ts';

const FILE = new File(['x'], 'staff.csv');
const PLAN = { counts: { new: 1, role: 0, same: 0, wrong: 1 } } as StaffPlan;
const ADDED = { added: 1, claimed: 0, invited: 1, roles: 0, same: 0, wrong: 1, unsent: ['anna@example.ru'] };

it('what was added stays said, with the links to hand over, when the check of the wrong rows after it fails', async () => {
  let checks = 0;
  const list = createStaffList({
    check: async () => {
      checks += 1;
      if (checks > 1) throw { response: { status: 500 }, data: { error: '' } };
      return PLAN;
    },
    add: async () => ADDED,
  });
  await list.choose(FILE);
  expect(await list.add(true)).toBe(true);
  expect(list.$list.get()).toMatchObject({ added: ADDED, plan: null, failure: { kind: 'server' } });
});
