// Cuts a title or a query into the pieces that the reader of parts compares with its data: words by their stem,
// numbers, signs.
import { oneAlphabet, wordForm } from '../../platform/text/words.ts';

/** One word, number or sign of a text. */
export interface Piece {
  /** Word: its stem, in one alphabet; number: its digits; sign: itself. */
  readonly form: string;
  /** As it stands in the text, in lower case. */
  readonly typed: string;
  readonly is: 'word' | 'number' | 'sign';
  /** Cut short by a full stop. */
  readonly isCut: boolean;
  /** Written together with the piece before it. */
  readonly isGlued: boolean;
  /** Where it stands in `readText`. */
  readonly from: number;
  readonly to: number;
}

/** What a piece of the text was read as. */
export type Role = 'kind' | 'object' | 'machine' | 'side' | 'mark' | 'noise' | 'size' | 'rest';

/** Characters of a text that are read: no title says what it is only behind them. */
const TEXT_MAX = 300;

/** The text as its pieces count the places of it. */
function readText(text: string): string {
  const cut = text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) : text;
  // Most titles need no Unicode form.
  const plain = /^[ -~А-Яа-яЁё«»–—×]*$/.test(cut) ? cut : cut.toWellFormed().normalize('NFKC').slice(0, TEXT_MAX);
  return plain.toLowerCase().replaceAll('ё', 'е');
}

/** «т.н.в.д.»: one word. «р/к», «ф-р»: the first and last letters of a word or of two; «г/цилиндр», «эл-магнит»: the first word cut short. */
const PIECES =
  /(?<![а-яa-z])(?:[а-я]\.){2,}(?:[а-я](?![а-я]))?|(?<![а-я])[а-я]{1,4}[/-][а-я]{1,3}(?![а-я/-])|(?<![a-z])[a-z]\/[a-z](?![a-z])|(?<![а-я])[а-я]{1,2}\/(?=[а-я]{4})|\p{N}+|[\p{L}\p{M}]+|[^\s]/gu;

const PLAIN_PIECES = /[0-9]+|[a-zа-я]+|-/g;

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = -1;
  const read = readText(text);
  // Most texts need none of the dearer patterns.
  const pattern = /[^a-zа-я0-9 -]|[а-я]-[а-я]/.test(read) ? PIECES : PLAIN_PIECES;
  for (const { 0: typed, index } of read.matchAll(pattern)) {
    const first = typed.charAt(0);
    const is = /\p{N}/u.test(first) ? 'number' : /[\p{L}\p{M}]/u.test(first) ? 'word' : 'sign';
    const isGlued = index === end;
    end = index + typed.length;
    const last = pieces.at(-1);
    if (typed === '.' && isGlued && last?.is === 'word') {
      pieces[pieces.length - 1] = { ...last, isCut: true, to: end };
      continue;
    }
    pieces.push({
      form: is === 'word' ? formOf(typed) : typed,
      typed,
      is,
      isCut: false,
      isGlued,
      from: index,
      to: end,
    });
  }
  return pieces;
}

const known = new Map<string, string>();
const KNOWN_MAX = 30_000;

/** Forgets the words of the data, which are not those of titles. */
export const forgetForms = (): void => known.clear();

/** The form of a word: «патрубки» and «патрубок» have the same one. */
function formOf(word: string): string {
  const made = known.get(word);
  if (made !== undefined) return made;
  if (known.size >= KNOWN_MAX) known.clear();
  const form = makeForm(word);
  known.set(word, form);
  return form;
}

function makeForm(typed: string): string {
  const word = typed.replaceAll('.', '');
  if (/[/-]/.test(word)) return word.replace('-', '/');
  const raw = oneAlphabet(word);
  if (/^[a-z]+$/.test(raw)) return singular(raw);
  return withoutFleeting(wordForm(raw));
}

/** Of «колодок» the same as of «колодки»: a vowel that comes and goes is left out. */
const withoutFleeting = (stem: string): string =>
  stem
    .replace(/([бвгджзклмнпрстфхцчшщ])[ое]к$/, '$1к')
    .replace(/([аео])ек$/, '$1йк')
    .replace(/лец$/, 'льц')
    .replace(/([бвгджзкмнпрстфхцчшщ])ец$/, '$1ц')
    .replace(/(?<=.{2})([бвгджзклмнпрстфхцчшщ])ен$/, '$1н');

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word;
  if (/(?:sh|ch|x|s)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.slice(0, -1);
}

const PARTICLES = new Set(
  'с со без для на в во и из к от до под при по за над у о об не а или the of for with and to in on w'.split(' '),
);

/** A word that joins others and says nothing itself. */
export const isParticle = ({ is, typed }: Pick<Piece, 'is' | 'typed'>): boolean =>
  is === 'word' && PARTICLES.has(typed);

/** What is delivered along with the part, or the part is without, is not it. */
export const isBarrier = ({ typed, is, isGlued }: Piece): boolean =>
  !(is === 'word' && isGlued) && /^(?:с|со|без|\+|w|with|without|кроме)$/.test(typed);

/** Behind so many words and numbers from a place; null where something else stands between than what joins a name. */
export function endOf(pieces: readonly Piece[], from: number, count: number): number | null {
  let left = count;
  for (let at = from; at < pieces.length; at++) {
    const piece = pieces[at] as Piece;
    if (piece.is === 'sign') {
      if (at === from || !/^[-.–—"«»']$/.test(piece.typed)) return null;
      continue;
    }
    const before = pieces[at - 1];
    // «Д-260 4шт», «ZX200 H-LINK»: what stands apart behind a number does not belong to it.
    if (at > from && !piece.isGlued && before?.is === 'number' && (piece.is === 'number' || piece.typed.length === 1))
      return null;
    if (--left === 0) return at + 1;
  }
  return null;
}
