/** Characters of a statement that are told. */
const TEXT_MAX = 1_000;

/** The text of a statement on one line, with a question mark for every value that stands in it. */
export const textWithoutValues = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$?"])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\(\?(?:\s*,\s*\?)+\)/g, '(?, …)')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_MAX);
