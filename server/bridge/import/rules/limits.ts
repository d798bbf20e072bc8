/** Longest article of a position, characters; a longer one is a row error, because cutting could merge two. */
export const ARTICLE_MAX = 200;
/** Largest price, kopecks. */
export const PRICE_MAX = 1e13;
/** Largest amount. */
export const AMOUNT_MAX = 1e12;
/** Largest size or weight, hundredths: what the narrowest database column holds. */
export const SIZE_MAX = 2_147_483_647;
/** Whole digits that a number of a sheet keeps; longer articles typed as numbers have lost their end. */
export const NUMBER_DIGITS_MAX = 15;
/** Last row that a spreadsheet has. */
export const ROW_NUMBER_MAX = 1_048_576;
/** Characters of a band, a rate or a price in the form: patterns need not look at more. */
export const ENTRY_MAX = 100;
/** Names that stand for manufacturers and those that they stand for, together. */
export const SYNONYMS_MAX = 1_000;
/** Words for which rows are left out. */
export const SKIP_WORDS_MAX = 100;
