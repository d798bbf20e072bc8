import type { Migration } from '../../platform/database/types.ts';

const tables = (big: string): readonly string[] => [
  `CREATE TABLE guesses (
    uid TEXT PRIMARY KEY REFERENCES users(uid) ON DELETE CASCADE,
    failures INTEGER NOT NULL,
    last_at ${big} NOT NULL,
    told_at ${big}
  )`,
];

/** Wrong passwords of an account from places it was never signed in from; it is slowed down by them, after a restart too. */
export const guesses: Migration = {
  version: 8,
  name: 'guesses',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
