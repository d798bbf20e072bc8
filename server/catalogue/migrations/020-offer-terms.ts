import type { Migration } from '../../platform/database/types.ts';

const steps = ['ALTER TABLE positions ADD COLUMN delivery INTEGER', 'ALTER TABLE positions ADD COLUMN lot INTEGER'];

/**
 * On what terms a position is sold: `delivery` is the days until it can be had, `lot` the least quantity of an order in
 * pieces. Null where no price list has said so; without a default no row is rewritten.
 */
export const offerTerms: Migration = { version: 20, name: 'offer-terms', sqlite: steps, postgres: steps };
