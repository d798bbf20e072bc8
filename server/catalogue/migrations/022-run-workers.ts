import type { Migration } from '../../platform/database/types.ts';

const steps = (big: string): readonly string[] => [
  'ALTER TABLE import_runs ADD COLUMN worker TEXT',
  `ALTER TABLE import_runs ADD COLUMN beat ${big} NOT NULL DEFAULT 0`,
  'ALTER TABLE import_runs ADD COLUMN unwanted INTEGER NOT NULL DEFAULT 0',
  "CREATE INDEX import_runs_running ON import_runs (id) WHERE state = 'running'",
];

/**
 * Which process runs it, and its heartbeats; null in runs of an earlier version. `unwanted`: a user has
 * cancelled it at another process.
 */
export const runWorkers: Migration = {
  version: 22,
  name: 'run-workers',
  sqlite: steps('INTEGER'),
  postgres: steps('BIGINT'),
};
