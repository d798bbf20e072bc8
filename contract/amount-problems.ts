/** Why what stands in the place of a quantity is none; one piece is counted then. */
export const AMOUNT_PROBLEMS = ['no number', 'zero', 'negative', 'fraction', 'too large'] as const;
export type AmountProblem = (typeof AMOUNT_PROBLEMS)[number];
