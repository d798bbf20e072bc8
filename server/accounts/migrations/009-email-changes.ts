import type { Migration } from '../../platform/database/types.ts';

const tables = (big: string): readonly string[] => [
  `CREATE TABLE email_changes (
    uid TEXT PRIMARY KEY REFERENCES users(uid) ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    created_at ${big} NOT NULL
  )`,
];

/** E-mails that accounts are to have once the mailed link is opened: at most one for each account. */
export const emailChanges: Migration = {
  version: 9,
  name: 'e-mail changes',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
