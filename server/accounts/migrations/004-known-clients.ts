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

/** Where accounts were signed in from, to distinguish new places. */
export const knownClients: Migration = {
  version: 4,
  name: 'known clients',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
