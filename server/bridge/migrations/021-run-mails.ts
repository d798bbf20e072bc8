import type { Migration } from '../../database/types.ts';

const table = (big: string): readonly string[] => [
  `CREATE TABLE import_run_mails (
    run_id ${big} NOT NULL REFERENCES import_runs(id) ON DELETE CASCADE,
    uid TEXT NOT NULL,
    email TEXT NOT NULL,
    PRIMARY KEY (run_id, uid)
  )`,
];

/** Who wants a mail at the end of which run. A row goes in the transaction that puts its mail into the outbox. */
export const runMails: Migration = {
  version: 20,
  name: 'run-mails',
  sqlite: table('INTEGER'),
  postgres: table('BIGINT'),
};
