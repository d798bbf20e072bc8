import { articleKey } from '../../../text/article-key.ts';
import { spellingsBySound } from '../../../text/by-sound.ts';
import type { SearchIndex } from '../search-index.ts';
import type { Reread } from './reread.ts';

/** Pieces between blanks that may be one article together. */
const PIECES_MAX = 4;
/** A key shorter than this begins too many others. */
const PREFIX_MIN = 5;
const KEY_MAX = 40;

/** The query with an article of the catalogue in place of one that was typed by sound; null when there is none such. */
export async function readBySound(index: SearchIndex, text: string): Promise<Reread | null> {
  const pieces = text.split(' ');
  const candidates = pieces.length > 1 && pieces.length <= PIECES_MAX ? [text, ...pieces] : pieces;
  for (const piece of candidates) {
    if (!/\p{N}/u.test(piece) || !/\p{L}/u.test(piece) || piece.length > KEY_MAX) continue;
    const means = await knownSpelling(index, piece);
    if (means)
      return { text: text.replace(piece, () => means), notes: [{ kind: 'sound', text: piece, means }] };
  }
  return null;
}

/** The spelling that is an article, else the first that an article begins with. */
async function knownSpelling(index: SearchIndex, piece: string): Promise<string | null> {
  let begins: string | null = null;
  for (const spelling of spellingsBySound(piece)) {
    const key = articleKey(spelling);
    const first = await index.firstKeyFrom(key);
    if (first === key) return spelling;
    if (first !== null && key.length >= PREFIX_MIN) begins ??= spelling;
  }
  return begins;
}
