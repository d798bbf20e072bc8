/** Tokens as the word index takes a document apart: «ascii» of FTS5 with the signs `_#@`, see migration 2. */
export const tokensOf = (document: string): Set<string> => {
  const lower = document.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return new Set(
    lower.split(/[\0-\x22\x24-\x2f\x3a-\x3f\x5b-\x5e\x60\x7b-\x7f]+/).filter((token) => token !== ''),
  );
};

/** Tokens as the index of fragments takes a key apart: every three characters of it. */
export function trigramsOf(key: string): Set<string> {
  const characters = Array.from(key);
  const found = new Set<string>();
  for (let at = 0; at + 3 <= characters.length; at++) found.add(characters.slice(at, at + 3).join(''));
  return found;
}

/** A number that sets of tokens have in common only by a chance of one in four thousand million. FNV-1a, mixed. */
export function tokenSum(tokens: Iterable<string>): number {
  let sum = 0;
  for (const token of tokens) {
    let hash = 0x811c9dc5;
    for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    sum = (sum + (hash ^ (hash >>> 13))) | 0;
  }
  return sum;
}
