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

/** What an accounting program has told of its goods, by its own ids: files with prices and stock name nothing else. */
export const exchange: Migration = {
  version: 11,
  name: 'exchange',
  sqlite: steps('INTEGER'),
  postgres: steps('BIGINT'),
};
