import type { Migration } from '../../platform/database/types.ts';

/** SQLite and PostgreSQL differ here only in how a 64-bit number is declared. */
const tables = (big: string): readonly string[] => [
  `CREATE TABLE former_uids (
    uid TEXT PRIMARY KEY,
    user_id ${big} NOT NULL REFERENCES users(id) ON DELETE CASCADE
  )`,
];

/** Uids of accounts whose profile has passed to another account: what waits for them waits for whoever has it now. */
export const formerUids: Migration = {
  version: 10,
  name: 'former-uids',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
