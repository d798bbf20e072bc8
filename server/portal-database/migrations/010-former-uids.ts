import type { Migration } from '../../platform/database/types.ts';

/** Uids of accounts whose profile has passed to another account, so that pending work goes to its present owner. */
const tables = (big: string): readonly string[] => [
  `CREATE TABLE former_uids (
    uid TEXT PRIMARY KEY,
    user_id ${big} NOT NULL REFERENCES users(id) ON DELETE CASCADE
  )`,
];

export const formerUids: Migration = {
  version: 10,
  name: 'former-uids',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
