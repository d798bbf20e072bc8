import type { Migration } from '../../platform/database/types.ts';

/** SQLite and PostgreSQL differ here only in how a 64-bit number is declared. */
const changes = (big: string): readonly string[] => [
  'ALTER TABLE users ADD COLUMN expected INTEGER NOT NULL DEFAULT 0',
  `ALTER TABLE users ADD COLUMN last_seen_at ${big}`,
  `CREATE TABLE invitations (
    uid TEXT PRIMARY KEY REFERENCES users(uid) ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    created_at ${big} NOT NULL
  )`,
  `UPDATE users SET last_seen_at =
    (SELECT MAX(last_at) FROM known_clients WHERE known_clients.uid = users.uid)`,
  `UPDATE users SET last_seen_at =
    (SELECT MAX(last_used_at) FROM sessions WHERE sessions.uid = users.uid)
    WHERE EXISTS (SELECT 1 FROM sessions WHERE sessions.uid = users.uid
      AND sessions.last_used_at > COALESCE(users.last_seen_at, 0))`,
];

/**
 * Accounts that administrators make in advance, the link that sets the first password of each (at most one an account),
 * and when an account was last used in a session that is over.
 */
export const invitations: Migration = {
  version: 10,
  name: 'invitations',
  sqlite: changes('INTEGER'),
  postgres: changes('BIGINT'),
};
