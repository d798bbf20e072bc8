import type { Migration } from '../../platform/database/types.ts';

/** Actions of a role outside of any direction and task, by their ids in contract/access/actions.ts. */
const tables = (big: string): readonly string[] => [
  `CREATE TABLE role_actions (
    role_id ${big} NOT NULL REFERENCES roles(id) ON DELETE CASCADE,
    action_id INTEGER NOT NULL,
    PRIMARY KEY (role_id, action_id)
  )`,
];

export const standingActions: Migration = {
  version: 8,
  name: 'standing-actions',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
