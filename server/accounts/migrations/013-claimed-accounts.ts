import type { Migration } from '../../platform/database/types.ts';

const changes = (big: string): readonly string[] => [
  `CREATE TABLE setup_links (
    hash TEXT PRIMARY KEY,
    created_at ${big} NOT NULL
  )`,
  // Formerly an unconfirmed account could be given a role, and these cannot be distinguished now. Their users get a new
  // password by the link for a forgotten one.
  "UPDATE users SET password_hash = '', password_version = password_version + 1 WHERE confirmed_at IS NULL",
];

/**
 * The links by which the first administrator of a shop is made. Unconfirmed accounts lose their password: another
 * person may have signed up with the e-mail.
 */
export const claimedAccounts: Migration = {
  version: 13,
  name: 'claimed accounts',
  sqlite: changes('INTEGER'),
  postgres: changes('BIGINT'),
};
