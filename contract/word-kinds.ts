/** What the dictionary of the search says of a word; plain constants: the browser needs them too. */
export const WORD_KINDS = ['maker', 'abbreviation', 'synonym', 'stop'] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** The same for what an administrator says: `none` takes a word of the product's own dictionary out of it. */
export const OWN_WORD_KINDS = [...WORD_KINDS, 'none'] as const;
export type OwnWordKind = (typeof OWN_WORD_KINDS)[number];

/** Whether a word of this kind stands for other words. */
export const hasMeanings = (kind: OwnWordKind): boolean => kind !== 'stop' && kind !== 'none';

/** How a search ended that did not find what was typed. */
export const MISS_OUTCOMES = ['nothing', 'less', 'near'] as const;
export type MissOutcome = (typeof MISS_OUTCOMES)[number];
