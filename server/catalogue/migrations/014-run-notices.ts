import type { Migration } from '../../platform/database/types.ts';

const steps = [
  // The user who began the run asked to be notified of its end: `asked`, then `seen`; null: not asked.
  'ALTER TABLE import_runs ADD COLUMN notice TEXT',
  "CREATE INDEX import_runs_by_notice ON import_runs (uid) WHERE notice = 'asked'",
];

/** Who is notified of the end of a run. */
export const runNotices: Migration = { version: 14, name: 'run-notices', sqlite: steps, postgres: steps };
