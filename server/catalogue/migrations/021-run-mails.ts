import type { Migration } from '../../platform/database/types.ts';

const steps = (big: string): readonly string[] => [
  `CREATE TABLE import_run_mails (
    run_id ${big} NOT NULL REFERENCES import_runs(id) ON DELETE CASCADE,
    uid TEXT NOT NULL,
    email TEXT NOT NULL,
    PRIMARY KEY (run_id, uid)
  )`,
  `ALTER TABLE import_arrivals ADD COLUMN claimed_until ${big} NOT NULL DEFAULT 0`,
  'CREATE INDEX import_row_errors_by_row ON import_row_errors (run_id, sheet_row, place)',
];

/**
 * Who wants a mail at the end of which run: a row goes in the transaction that puts its mail into the outbox. And until
 * when a request that decides about a staged list has claimed it, milliseconds since the epoch. Errors are read by row,
 * a page after another.
 */
export const runMails: Migration = {
  version: 21,
  name: 'run-mails',
  sqlite: steps('INTEGER'),
  postgres: steps('BIGINT'),
};
