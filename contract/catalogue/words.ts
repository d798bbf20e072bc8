// Fixed values of the catalogue that server and browser share: orders of results, states of positions, kinds of search
// words, directions of crosses (article replacements).

/** The first one is meant when none is asked for. */
export const PART_ORDERS = ['relevance', 'price', 'stock'] as const;
export type PartOrder = (typeof PART_ORDERS)[number];

/** What the column `hidden` of a position says. A removed one keeps its id, and a price list brings it back. */
export const HIDDEN = { shown: 0, byHand: 1, removed: 2 } as const;

/** Which positions by what visitors see: those that are shown, hidden by hand, removed, or all. */
export const SHOWN_FILTERS = ['shown', 'hidden', 'removed', 'all'] as const;
export type ShownFilter = (typeof SHOWN_FILTERS)[number];

/** What the dictionary of the search says of a word; plain constants: the browser needs them too. */
export const WORD_KINDS = ['maker', 'abbreviation', 'synonym', 'stop'] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** What a wording is read as in titles and queries: this part, this machine, neither of them. */
export const READ_KINDS = ['part', 'machine', 'plain'] as const;
export type ReadKind = (typeof READ_KINDS)[number];

/** What an administrator says: `none` takes a word of the product's own dictionary out of it. */
export const OWN_WORD_KINDS = [...WORD_KINDS, 'none', ...READ_KINDS] as const;
export type OwnWordKind = (typeof OWN_WORD_KINDS)[number];

export const isReadKind = (kind: string): kind is ReadKind => (READ_KINDS as readonly string[]).includes(kind);

/** Whether a wording of this kind stands for one name that the reader of titles knows. */
export const isNamed = (kind: OwnWordKind): kind is 'part' | 'machine' => kind === 'part' || kind === 'machine';

/** Whether a word of this kind stands for other words. */
export const hasMeanings = (kind: OwnWordKind): boolean => kind !== 'stop' && kind !== 'none' && kind !== 'plain';

/** How a search ended that did not find what was typed. */
export const MISS_OUTCOMES = ['nothing', 'less', 'near'] as const;
export type MissOutcome = (typeof MISS_OUTCOMES)[number];

/** Either may stand for the other, the article replaces its cross article, or is replaced by it. */
export const CROSS_WAYS = ['both', 'replaces', 'replaced'] as const;
export type CrossWay = (typeof CROSS_WAYS)[number];

/** Why what stands in the place of a quantity is none; one piece is counted then. */
export const AMOUNT_PROBLEMS = ['no number', 'zero', 'negative', 'fraction', 'too large'] as const;
export type AmountProblem = (typeof AMOUNT_PROBLEMS)[number];
