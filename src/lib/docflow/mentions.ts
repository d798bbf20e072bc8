/** Somebody who was picked from the list of those who see the document. */
export interface Mentioned {
  readonly uid: string;
  readonly name: string;
}

/** What is being typed of a name: from the @ on to the caret. */
export interface Fragment {
  /** Place of the @. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An @ at the beginning of a word, and letters of a name or an e-mail behind it: two words at most. */
const BEFORE_CARET = /(?:^|[\s(«"])@([\p{L}\p{N}._+-]*(?: [\p{L}\p{N}.-]*)?)$/u;
const NAMED = /(?:^|[\s(«"])@([\p{L}\p{N}][\p{L}\p{N}._+-]*)/gu;

/** The name that is being typed at a place of a text; null: none. */
export function fragmentAt(text: string, caret: number): Fragment | null {
  const found = BEFORE_CARET.exec(text.slice(Math.max(0, caret - 100), caret));
  const typed = found?.[1];
  return typed === undefined ? null : { start: caret - typed.length - 1, end: caret, text: typed };
}

/** The text with a whole name in the place of what was typed of it, and where the caret goes. */
export function withName(
  text: string,
  { start, end }: Fragment,
  name: string,
): { readonly text: string; readonly caret: number } {
  const put = `@${name} `;
  return { text: text.slice(0, start) + put + text.slice(end).replace(/^ /, ''), caret: start + put.length };
}

/** Those of the picked people whose name still stands in the text. */
export const stillNamed = (text: string, picked: readonly Mentioned[]): readonly Mentioned[] =>
  picked.filter(({ name }) => text.includes(`@${name}`));

/** Words behind an @ that name nobody who was picked: whoever is meant is not told. */
export function namesNobody(text: string, picked: readonly Mentioned[]): readonly string[] {
  const rest = picked
    .map(({ name }) => name)
    .sort((one, other) => other.length - one.length)
    .reduce((left, name) => left.replaceAll(`@${name}`, ''), text);
  return [...new Set([...rest.matchAll(NAMED)].map(([, word = '']) => `@${word}`))];
}
