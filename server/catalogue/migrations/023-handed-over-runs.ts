import type { Migration } from '../../platform/database/types.ts';

/**
 * `handed`: the run waited for its turn when its process stopped, and whichever process takes it goes on with it; as
 * JSON what that has to know beside the other columns.
 */
export const handedOverRuns: Migration = {
  version: 23,
  name: 'handed-over-runs',
  sqlite: ['ALTER TABLE import_runs ADD COLUMN handed TEXT'],
  postgres: ['ALTER TABLE import_runs ADD COLUMN handed TEXT'],
};
