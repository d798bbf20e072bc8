import type { Migration } from '../../platform/database/types.ts';

/**
 * What is to be done to rows that SQL alone cannot do, by name; the next start does it and strikes it off. `plus-keys`:
 * a plus beside a digit became a part of article keys.
 */
const statements = [
  'CREATE TABLE pending_upkeep (name TEXT PRIMARY KEY)',
  "INSERT INTO pending_upkeep (name) VALUES ('plus-keys')",
];

export const pendingUpkeep: Migration = {
  version: 8,
  name: 'pending-upkeep',
  sqlite: statements,
  postgres: statements,
};
