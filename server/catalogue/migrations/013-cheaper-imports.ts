import type { Migration } from '../../platform/database/types.ts';

/**
 * What an import of PostgreSQL pays for every row without need. Room in the pages of positions, so that a new price
 * stands beside the old one and no index is written. No look whether the run of a change is there: both are written by
 * one transaction; nor whether the article key of a position is: keys are never deleted.
 */
export const cheaperImports: Migration = {
  version: 13,
  name: 'cheaper-imports',
  sqlite: [],
  postgres: [
    'ALTER TABLE positions SET (fillfactor = 70)',
    'ALTER TABLE import_changes DROP CONSTRAINT IF EXISTS import_changes_run_id_fkey',
    'ALTER TABLE positions DROP CONSTRAINT IF EXISTS positions_key_id_fkey',
  ],
};
