import type { Migration } from '../../platform/database/types.ts';

/**
 * Room in the pages of positions for a new price of every one of them beside the old one: a list changes most prices of a
 * supplier at once, and a row that finds no room moves, with an entry in each index. What is left free is less than what
 * moved rows leave behind.
 *
 * No check for each new position that its brand and provider exist: code that adds positions locks both until the transaction
 * ends (`lockOwner`), and deleting one deletes its positions too (positions/delete-reference-job.ts).
 */
export const roomForPrices: Migration = {
  version: 18,
  name: 'room-for-prices',
  sqlite: [],
  postgres: [
    'ALTER TABLE positions SET (fillfactor = 45)',
    'ALTER TABLE positions DROP CONSTRAINT IF EXISTS positions_provider_id_fkey',
    'ALTER TABLE positions DROP CONSTRAINT IF EXISTS positions_brand_id_fkey',
  ],
};
