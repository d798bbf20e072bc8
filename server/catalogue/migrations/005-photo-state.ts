import type { Migration } from '../../platform/database/types.ts';

const tables = (big: string): string[] => [
  `CREATE TABLE photo_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version ${big} NOT NULL
  )`,
  'INSERT INTO photo_state (id, version) VALUES (1, 0)',
];

/**
 * A counter of changed photos. Beside the catalogue version, because feeds name photos and nothing else does: a new
 * photo builds the price list of a million rows anew without need.
 */
export const photoState: Migration = {
  version: 5,
  name: 'photo-state',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
