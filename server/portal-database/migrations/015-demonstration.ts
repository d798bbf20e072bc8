import { demonstrationTables } from '../../platform/database/demonstration-records.ts';
import type { Migration } from '../../platform/database/types.ts';

export const demonstration: Migration = {
  version: 15,
  name: 'demonstration',
  sqlite: demonstrationTables('INTEGER'),
  postgres: demonstrationTables('BIGINT'),
};
