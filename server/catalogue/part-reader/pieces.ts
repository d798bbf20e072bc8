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
  /** Where it begins in the text that `readableText` makes. */
  readonly at: number;
}

/** What a piece of the text was read as. */
export type Role = 'kind' | 'object' | 'machine' | 'side' | 'mark' | 'noise' | 'size' | 'rest';

/** Characters of a text that are read: no title says what it is only behind them. */
export const TEXT_MAX = 300;

/** The text as its pieces count the places of it. */
export function readableText(text: string): string {
  const cut = text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) : text;
  // Most titles need no Unicode form.
  return /^[ -~А-Яа-яЁё«»–—×]*$/.test(cut) ? cut : cut.toWellFormed().normalize('NFKC').slice(0, TEXT_MAX);
}

/** «т.н.в.д.»: one word. «р/к», «ф-р»: the first and last letters of a word or of two; «г/цилиндр», «эл-магнит»: the first word cut short. «МТЗ/ЮМЗ», «K4M/K7M» are two names. */
const PIECES =
  /(?<![а-яa-z])(?:[а-я]\.){2,}(?:[а-я](?![а-я]))?|(?<![а-я])(?![а-я]{3,4}\/[а-я]{3})[а-я]{1,4}[/-][а-я]{1,3}(?![а-я/-])|(?<![a-z0-9])[a-z]\/[a-z](?![a-z0-9])|(?<![а-я])[а-я]{1,2}\/(?=[а-я]{4})|\p{N}+|[\p{L}\p{M}]+|[^\s]/gu;

/** Shorter letters before a full stop may be the beginning of an article: «КМ.12». */
const CUT_WORD_MIN = 4;

const PLAIN_PIECES = /[0-9]+|[a-zа-я]+|-/g;

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = -1;
  const read = readableText(text).toLowerCase().replaceAll('ё', 'е');
  // Most texts need none of the dearer patterns.
  const pattern = /[^a-zа-я0-9 -]|[а-я]-[а-я]/.test(read) ? PIECES : PLAIN_PIECES;
  for (const { 0: typed, index } of read.matchAll(pattern)) {
    const first = typed.charAt(0);
    const is = /\p{N}/u.test(first) ? 'number' : /[\p{L}\p{M}]/u.test(first) ? 'word' : 'sign';
    const isGlued = index === end;
    end = index + typed.length;
    const last = pieces.at(-1);
    if (typed === '.' && isGlued && last?.is === 'word') {
      pieces[pieces.length - 1] = { ...last, isCut: true };
      // «масл.2108»: only of short letters and a number a full stop makes one name.
      if (last.typed.length >= CUT_WORD_MIN) end = -1;
      continue;
    }
    pieces.push({ form: is === 'word' ? formOf(typed) : typed, typed, is, isCut: false, isGlued, at: index });
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

/** A word that joins others and says nothing itself; not the letter of «И-20А», «10W40». */
export const isParticle = ({ is, typed, isGlued }: Pick<Piece, 'is' | 'typed' | 'isGlued'>): boolean =>
  is === 'word' && PARTICLES.has(typed) && !(isGlued && (typed === 'а' || typed === 'w'));

const BARRIERS = new Set('с со без + w with without кроме'.split(' '));

/** What is delivered along with the part, or the part is without, is not it. */
export function isBarrier(pieces: readonly Piece[], at: number): boolean {
  const { typed, is, isGlued } = pieces[at] as Piece;
  return BARRIERS.has(typed) && !(is === 'word' && isGlued && pieces[at - 1]?.is !== 'sign');
}

/** A word between two parts, or two words that say something of one. */
export const isAnd = ({ typed, isGlued }: Piece): boolean =>
  typed === '&' || (!isGlued && (typed === 'и' || typed === 'and'));

/** «Д-260 М», not «A6 C5». */
const isLoneLetter = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at]?.typed.length === 1 && !isNumberBehind(pieces, at);

function isNumberBehind(pieces: readonly Piece[], at: number): boolean {
  const next = pieces[at + 1];
  return next?.is === 'number' && next.isGlued;
}

/** «КРН-2,1», «ЭКГ-4,6Б»: the comma of one number. */
function isDecimalComma(pieces: readonly Piece[], at: number): boolean {
  const [comma, number, part] = [pieces[at], pieces[at - 1], pieces[at + 1]];
  if (comma?.typed !== ',' || number?.is !== 'number' || part?.is !== 'number') return false;
  return comma.isGlued && part.isGlued && number.typed.length === 1 && part.typed.length <= 2;
}

/** Behind so many words and numbers from a place; null where something else stands between than what joins a name. */
export function endOf(pieces: readonly Piece[], from: number, count: number): number | null {
  let left = count;
  for (let at = from; at < pieces.length; at++) {
    const piece = pieces[at] as Piece;
    if (piece.is === 'sign') {
      if (at === from || !(/^[-.–—"«»'&]$/.test(piece.typed) || isDecimalComma(pieces, at))) return null;
      continue;
    }
    const before = pieces[at - 1];
    // «Д-260 4шт», «ZX200 H-LINK»: what stands apart behind a number does not belong to it.
    if (at > from && !piece.isGlued && before?.is === 'number' && (piece.is === 'number' || isLoneLetter(pieces, at)))
      return null;
    // Of «Т-170 Б10М» the letter belongs to what follows.
    if (--left === 0)
      return at > from && piece.typed.length === 1 && !piece.isGlued && isNumberBehind(pieces, at) ? null : at + 1;
  }
  return null;
}

export const isAdjective = (piece: Piece | undefined): boolean => isAdjectiveWord(piece?.typed ?? '');

export const isAdjectiveWord = (word: string): boolean =>
  /(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ых|их)$/.test(word);

/** One or two letters of a size or an article: «8РК1050», «10W40». */
export function isBehindNumber(pieces: readonly Piece[], at: number): boolean {
  const { is, isGlued, typed } = pieces[at] as Piece;
  return is === 'word' && isGlued && typed.length <= 2 && pieces[at - 1]?.is === 'number';
}

/** Whether a word may say of what kind a part is, wherever it stands. */
export const isQualityOrCut = (piece: Piece): boolean =>
  piece.isCut || isLatin(piece) || isAdjective(piece) || /[/~]/.test(piece.form);

export const isLatin = (piece: Piece | undefined): boolean => /^[a-z]/.test(piece?.typed ?? '');
