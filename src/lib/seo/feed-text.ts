// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** A text without what no XML 1.0 can hold: one such character, and readers drop the whole feed. */
export const feedText = (text: string): string => text.toWellFormed().replace(UNWRITABLE, '');
