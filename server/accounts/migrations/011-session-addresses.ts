import type { Migration } from '../../platform/database/types.ts';

const changes = ["ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''"];

/** Where each session was used from last; empty for those that were not used since. */
export const sessionAddresses: Migration = {
  version: 11,
  name: 'session addresses',
  sqlite: changes,
  postgres: changes,
};
