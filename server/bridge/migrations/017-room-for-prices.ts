import type { Migration } from '../../database/types.ts';

/**
 * So much room in the pages of positions that a new price of every one of them stands beside the old one: a list changes most
 * prices of a supplier at once, and a row that finds no room moves, with an entry in each index. What is left free is
 * less than what moved rows leave behind: the table of a weekly list is smaller than with less room.
 */
export const roomForPrices: Migration = {
  version: 17,
  name: 'room-for-prices',
  sqlite: [],
  postgres: ['ALTER TABLE positions SET (fillfactor = 45)'],
};
