/** A stretch of a text; one that is `kept` is never broken, '' or not. */
export interface KeptPiece {
  readonly key: string;
  readonly text: string;
  readonly kept: string;
}

/** Longer words have to break on a phone. */
const KEPT_MAX = 16;
const HYPHENED = /(?<![^\s-])[^\s-]+(?:-[^\s-]+)+/gu;

/** Cuts a title so that no line ends behind the hyphen of «к-т» or «ЕВРО-2»; the pieces join back to the title. */
export function keptWords(title: string): KeptPiece[] {
  const pieces: KeptPiece[] = [];
  let from = 0;
  const add = (to: number, kept: string) => {
    if (to > from) pieces.push({ key: String(from), text: title.slice(from, to), kept });
    from = to;
  };
  for (const match of title.matchAll(HYPHENED)) {
    const [word] = match;
    if (word.length > KEPT_MAX) continue;
    add(match.index, '');
    add(match.index + word.length, '1');
  }
  add(title.length, '');
  return pieces;
}
