import type { Migration } from '../../platform/database/types.ts';

/**
 * Nothing looks positions up by key alone: an import names provider and brand too, the search has a table of its own.
 * On PostgreSQL a list that confirms prices would write every index of a row again for the day of its price; the hourly
 * sweep that asks for it reads through the table well enough.
 */
export const fewerIndexes: Migration = {
  version: 4,
  name: 'fewer-indexes',
  sqlite: ['DROP INDEX positions_by_key'],
  postgres: ['DROP INDEX positions_by_key', 'DROP INDEX positions_by_price_day'],
};
