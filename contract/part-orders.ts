/** The orders that a search for parts may be asked for; the first one is meant when none is. */
export const PART_ORDERS = ['relevance', 'price', 'stock'] as const;
export type PartOrder = (typeof PART_ORDERS)[number];
