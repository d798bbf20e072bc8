// Finds in a shown article the signs that match the query, to mark them; and cuts titles into stretches that a line
// must not break. For results in browser and server.

interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** Characters that stand for one another in article numbers: Cyrillic look-alikes, З as 3, О as 0. */
const LOOK_ALIKES = new Map([...'авеёзкмнорстухіїјѕo'].map((from, at) => [from, 'abee3kmh0pctyxiijs0'[at] ?? from]));

/** Shortest stretch worth marking on its own: shorter ones occur in almost every article. */
const SHORTEST = 3;

/** The letters and digits of a text, folded, each with the place it came from. */
function fold(text: string): { key: string; from: number[]; to: number[] } {
  let key = '';
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const character of text) {
    const next = at + character.length;
    for (const letter of character.normalize('NFKC').toLowerCase()) {
      if (!/[\p{L}\p{N}]/u.test(letter)) continue;
      const folded = LOOK_ALIKES.get(letter) ?? letter;
      key += folded;
      for (let unit = 0; unit < folded.length; unit++) {
        from.push(at);
        to.push(next);
      }
    }
    at = next;
  }
  return { key, from, to };
}

/** Parts of a query that may name an article: the whole of it first, then its words that hold a digit. */
function needles(query: string): string[] {
  const words = query.split(/\s+/).map((word) => fold(word).key);
  return [fold(query).key, ...words.filter((word) => word.length >= SHORTEST && /\d/.test(word))];
}

/** Stretches that match the query or not, separators, case and look-alikes apart; they join back to the article. */
export function markArticle(article: string, query: string): Piece[] {
  const { key, from, to } = fold(article);
  for (const needle of needles(query)) {
    const at = needle === '' ? -1 : key.indexOf(needle);
    if (at === -1) continue;
    const start = from[at] ?? 0;
    const end = to[at + needle.length - 1] ?? article.length;
    return [
      { text: article.slice(0, start), hit: false },
      { text: article.slice(start, end), hit: true },
      { text: article.slice(end), hit: false },
    ].filter((piece) => piece.text !== '');
  }
  return [{ text: article, hit: false }];
}

/** Articles that differ in more signs are no slip of each other. */
const SLIP_MAX = 2;

/** Where an article differs from a typed one by a slip; nothing is marked where they differ by more. */
export function markDifference(article: string, typed: string): Piece[] {
  const [own, other] = [fold(article), fold(typed).key];
  let start = 0;
  while (start < own.key.length && own.key[start] === other[start]) start++;
  let end = 0;
  while (
    end < Math.min(own.key.length, other.length) - start &&
    own.key[own.key.length - 1 - end] === other[other.length - 1 - end]
  )
    end++;
  const length = own.key.length - start - end;
  const left = other.length - start - end;
  if (other === '' || length > SLIP_MAX || left > SLIP_MAX || length + left === 0)
    return [{ text: article, hit: false }];
  // Of a sign too many its neighbour is marked, for it stands nowhere.
  const first = Math.min(start, own.key.length - 1);
  const last = Math.max(first, start + length - 1);
  const [from, to] = [own.from[first] ?? 0, own.to[last] ?? article.length];
  return [
    { text: article.slice(0, from), hit: false },
    { text: article.slice(from, to), hit: true },
    { text: article.slice(to), hit: false },
  ].filter((piece) => piece.text !== '');
}

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
