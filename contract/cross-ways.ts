/**
 * What a cross says of an article and its cross article: either may stand for the other, the article replaces the cross,
 * or the cross replaces the article.
 */
export const CROSS_WAYS = ['both', 'replaces', 'replaced'] as const;
export type CrossWay = (typeof CROSS_WAYS)[number];
