import { demonstrationTables } from '../../platform/database/demonstration-records.ts';
import type { Migration } from '../../platform/database/types.ts';

/** Records of the demonstration, and milestones of the shop. */
export const demonstration: Migration = {
  version: 15,
  name: 'demonstration',
  sqlite: demonstrationTables('INTEGER'),
  postgres: demonstrationTables('BIGINT'),
};
