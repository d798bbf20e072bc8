import type { Migration } from '../../platform/database/types.ts';

const steps = [
  // Whoever began the run wants to hear that it ended: `asked`, then `seen`; null: nobody does.
  'ALTER TABLE import_runs ADD COLUMN notice TEXT',
  "CREATE INDEX import_runs_by_notice ON import_runs (uid) WHERE notice = 'asked'",
];

/** Whom the end of a run is told. */
export const runNotices: Migration = {
  version: 14,
  name: 'run-notices',
  sqlite: steps,
  postgres: steps,
};
