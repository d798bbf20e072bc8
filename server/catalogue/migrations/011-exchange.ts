import type { Migration } from '../../platform/database/types.ts';

const steps = (big: string): readonly string[] => [
  `CREATE TABLE exchange_goods (
    id TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    article TEXT NOT NULL,
    title TEXT NOT NULL,
    manufacturer TEXT NOT NULL,
    removed ${big} NOT NULL,
    updated_at ${big} NOT NULL
  )`,
];

/** Goods of an accounting program by its own ids, the only names in its files of prices and stock. */
export const exchange: Migration = {
  version: 11,
  name: 'exchange',
  sqlite: steps('INTEGER'),
  postgres: steps('BIGINT'),
};
