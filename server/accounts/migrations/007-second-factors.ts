import type { Migration } from '../../platform/database/types.ts';

const changes = (big: string): readonly string[] => [
  `ALTER TABLE users ADD COLUMN factor_at ${big}`,
  `CREATE TABLE second_factors (
    uid TEXT PRIMARY KEY REFERENCES users(uid) ON DELETE CASCADE,
    secret TEXT,
    pending TEXT,
    last_step ${big} NOT NULL
  )`,
  `CREATE TABLE recovery_codes (
    uid TEXT NOT NULL REFERENCES users(uid) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (uid, hash)
  )`,
];

/**
 * Second factors: since when an account has one, its encrypted keys (in use, and one that is being set up), the last step
 * whose code was used, and hashes of unused recovery codes.
 */
export const secondFactors: Migration = {
  version: 7,
  name: 'second factors',
  sqlite: changes('INTEGER'),
  postgres: changes('BIGINT'),
};
