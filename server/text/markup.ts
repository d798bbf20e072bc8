/** Characters of a well-formed text: a pair of surrogates is one. */
export const lengthOf = (text: string): number => text.replace(/[\ud800-\udbff]/g, '').length;
