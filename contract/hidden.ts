/** What the column `hidden` of a position says. One that is removed keeps its id and identity, and a price list brings it back. */
export const HIDDEN = { shown: 0, byHand: 1, removed: 2 } as const;

/** Which positions by what visitors see: those that are shown, hidden by hand, removed, or all. */
export const SHOWN_FILTERS = ['shown', 'hidden', 'removed', 'all'] as const;
export type ShownFilter = (typeof SHOWN_FILTERS)[number];
