import { expect, test } from 'vitest';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import { hasRequests } from '../../../src/lib/access/role-rights.ts';

test('requests are shown to whose first role works on them', () => {
  const role = { id: 1, title: 'Менеджер', directings: [] };
  const may = { ...role, actions: [...STANDING_ROWS] };
  expect([hasRequests([may]), hasRequests([role, may]), hasRequests([role]), hasRequests([])]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
