import type { Migration } from '../../database/types.ts';

const changes = (big: string): readonly string[] => [
  `ALTER TABLE sessions ADD COLUMN authenticated_at ${big} NOT NULL DEFAULT 0`,
  'UPDATE sessions SET authenticated_at = created_at',
];

/** When the owner of a session last proved who he is: at the sign-in, or by giving the password again. */
export const recentPasswords: Migration = {
  version: 5,
  name: 'recent passwords',
  sqlite: changes('INTEGER'),
  postgres: changes('BIGINT'),
};
