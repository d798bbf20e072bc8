import type { Migration } from '../../platform/database/types.ts';

const changes = (big: string): readonly string[] => [
  `ALTER TABLE sessions ADD COLUMN authenticated_at ${big} NOT NULL DEFAULT 0`,
  'UPDATE sessions SET authenticated_at = created_at',
];

/** When the password of a session was last given: at the sign-in, or again later. */
export const recentPasswords: Migration = {
  version: 5,
  name: 'recent passwords',
  sqlite: changes('INTEGER'),
  postgres: changes('BIGINT'),
};
