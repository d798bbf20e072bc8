import type { Migration } from '../../platform/database/types.ts';

const steps = (big: string): readonly string[] => [
  'ALTER TABLE positions ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0',
  // An import has its number before it waits for its turn, so ids do not show the order of changes.
  `ALTER TABLE import_runs ADD COLUMN applied ${big}`,
  "UPDATE import_runs SET applied = id WHERE state = 'done'",
  'CREATE UNIQUE INDEX import_runs_by_applied ON import_runs (applied)',
];

/**
 * What taking a run back needs. Positions that visitors do not see: 0 shown, 1 hidden by hand, 2 removed
 * (contract/catalogue/words.ts); they keep their identity, so that no second row can be made of what a price list names
 * again. The place of each run in the order in which runs changed the catalogue; null for one that changed nothing.
 */
export const undo: Migration = { version: 10, name: 'undo', sqlite: steps('INTEGER'), postgres: steps('BIGINT') };
