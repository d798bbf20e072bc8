import type { Migration } from '../../platform/database/types.ts';

/** SQLite and PostgreSQL differ here only in how a 64-bit number is declared. */
const tables = (big: string): readonly string[] => [
  `CREATE TABLE role_actions (
    role_id ${big} NOT NULL REFERENCES roles(id) ON DELETE CASCADE,
    action_id INTEGER NOT NULL,
    PRIMARY KEY (role_id, action_id)
  )`,
];

/** Actions that a role has as such, without a direction and a task, by their ids in contract/access/actions.ts. */
export const standingActions: Migration = {
  version: 8,
  name: 'standing-actions',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
