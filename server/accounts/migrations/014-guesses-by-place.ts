import type { Migration } from '../../platform/database/types.ts';

const changes = (big: string): readonly string[] => [
  `CREATE TABLE guesses_by_place (
    uid TEXT NOT NULL REFERENCES users(uid) ON DELETE CASCADE,
    place TEXT NOT NULL,
    failures INTEGER NOT NULL,
    last_at ${big} NOT NULL,
    told_at ${big},
    PRIMARY KEY (uid, place)
  )`,
  `INSERT INTO guesses_by_place (uid, place, failures, last_at, told_at)
   SELECT uid, '', failures, last_at, told_at FROM guesses`,
  'DROP TABLE guesses',
  'ALTER TABLE guesses_by_place RENAME TO guesses',
  `ALTER TABLE sessions ADD COLUMN code_at ${big}`,
];

/** Wrong passwords are counted at known addresses too, each by itself; empty: all the strange ones together. A session knows when a code was given in it. */
export const guessesByPlace: Migration = {
  version: 14,
  name: 'guesses by place',
  sqlite: changes('INTEGER'),
  postgres: changes('BIGINT'),
};
