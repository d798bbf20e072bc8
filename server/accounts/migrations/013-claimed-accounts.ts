import type { Migration } from '../../platform/database/types.ts';

const changes = (big: string): readonly string[] => [
  `CREATE TABLE setup_links (
    hash TEXT PRIMARY KEY,
    created_at ${big} NOT NULL
  )`,
  // Formerly an account of a stranger could be given a role, and nobody can tell those now. Who signed up and has not
  // confirmed yet gets a password by the link of a forgotten one.
  "UPDATE users SET password_hash = '', password_version = password_version + 1 WHERE confirmed_at IS NULL",
];

/**
 * The links by which the first administrator of a shop is made, and no password on accounts that nobody confirmed: whoever
 * signed up with somebody else's e-mail is not let in by what comes of the account.
 */
export const claimedAccounts: Migration = {
  version: 13,
  name: 'claimed accounts',
  sqlite: changes('INTEGER'),
  postgres: changes('BIGINT'),
};
