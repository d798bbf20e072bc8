import type { Migration } from '../../database/types.ts';
import { demonstrationTables } from '../../demonstration/tables.ts';

/** What the demonstration made, and what the shop has come to. */
export const demonstration: Migration = {
  version: 15,
  name: 'demonstration',
  sqlite: demonstrationTables('INTEGER'),
  postgres: demonstrationTables('BIGINT'),
};
