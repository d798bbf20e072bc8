/** Whether a query is a number of a part, which is set in the monospaced face, and not words. */
export const isArticle = (query: string): boolean => /\d/.test(query) && !/\p{L}{4}/u.test(query);
