import type { Migration } from '../../platform/database/types.ts';

const tables = (big: string): readonly string[] => [
  `CREATE TABLE known_clients (
    uid TEXT NOT NULL REFERENCES users(uid) ON DELETE CASCADE,
    device TEXT NOT NULL,
    address TEXT NOT NULL,
    last_at ${big} NOT NULL,
    PRIMARY KEY (uid, device, address)
  )`,
];

/** Where the owners of accounts have signed in from, so that a new place can be told from an old one. */
export const knownClients: Migration = {
  version: 4,
  name: 'known clients',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
