/** Other readings of a misspelt query: wrong keyboard layout, typing errors, spelling by sound. */
import { articleKey } from './article-key.ts';

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const LATIN_SHIFTED = '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>';

const toCyrillic = new Map<string, string>();
const toLatin = new Map<string, string>();
for (let at = 0; at < LATIN.length; at++) {
  const cyrillic = CYRILLIC.charAt(at);
  toCyrillic.set(LATIN.charAt(at), cyrillic);
  toCyrillic.set(LATIN_SHIFTED.charAt(at), cyrillic.toUpperCase());
  toLatin.set(cyrillic, LATIN.charAt(at));
  toLatin.set(cyrillic.toUpperCase(), LATIN_SHIFTED.charAt(at));
}

const through = (keys: ReadonlyMap<string, string>, text: string): string =>
  Array.from(text, (character) => keys.get(character) ?? character).join('');

/** The text as the same key strokes give it in the Russian layout; other characters stay. */
const asRussianLayout = (text: string): string => through(toCyrillic, text);

const asEnglishLayout = (text: string): string => through(toLatin, text);

/** The text with the keyboard in the other layout: none, one or two readings. */
export function otherLayouts(text: string): string[] {
  const readings: string[] = [];
  if (/[a-z]/i.test(text)) readings.push(asRussianLayout(text));
  if (/[а-яё]/i.test(text)) readings.push(asEnglishLayout(text));
  return readings.filter((reading) => reading !== text);
}

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъыьэюя'];

/** Every spelling with one letter left out, doubled in place, exchanged, or swapped with its neighbour. */
export function* oneErrorAway(word: string): Generator<string> {
  const alphabet = ALPHABETS.find((letters) => letters.includes(word.charAt(0))) ?? '';
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (tail !== '') yield head + tail.slice(1);
    if (tail.length > 1) yield head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
    for (const letter of alphabet) {
      if (tail !== '') yield head + letter + tail.slice(1);
      yield head + letter + tail;
    }
  }
}

const codesOf = (signs: string): readonly number[] => Array.from(signs, (sign) => sign.charCodeAt(0));
const DIGITS = codesOf('0123456789');
const isDigitCode = (code: number): boolean => code >= (DIGITS[0] as number) && code <= (DIGITS[9] as number);
/** Letters that keys can hold: those of either alphabet that are not written by the other's look-alikes. */
const LETTERS = 'abcdefghijklmnpqrstuvwxyzбгджийлпфцчшщъыьэюя';
const SIGNS = [...DIGITS, ...codesOf(LETTERS)];

/** How a key differs from the typed one, most frequent first. */
const NEARNESS = { swapped: 0, exchanged: 1, leftOut: 2, added: 3 } as const;

export interface NearKey {
  readonly key: string;
  /** 0 is nearest. */
  readonly rank: number;
}

/** A key shorter than this is near to too many. */
const KEY_MIN = 5;
const KEY_MAX = 30;
const DIGITS_MIN = 3;

/** Whether near articles may be searched for this one: not too short, not too long, and mostly a number. */
export const hasNearKeys = (key: string): boolean =>
  key.length >= KEY_MIN && key.length <= KEY_MAX && (key.match(/\d/g)?.length ?? 0) >= DIGITS_MIN;

const BASE = 0x01000193;

/** A number made of the characters of a key, or of a piece of a text: equal ones have equal numbers. */
export function keyHash(text: string, from = 0, to = text.length): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
  return hash;
}

/**
 * Every key that one typing error makes of this one and that `has` the hash: two characters swapped, a digit exchanged
 * for another or a letter for anything, one left out or one too many. Each once, without the key itself, the nearest
 * first. Of a thousand that are possible only those that are left are ever written out.
 */
export function nearKeys(key: string, has: (hash: number) => boolean = () => true): NearKey[] {
  const near = new Map<string, number>();
  const { length } = key;
  // By place: the hash of what stands before it, and of what stands so far from the end; the base to that power.
  const heads = new Int32Array(length + 1);
  const tails = new Int32Array(length + 1);
  const powers = new Int32Array(length + 1).fill(1);
  for (let at = 0; at < length; at++) {
    const power = powers[at] as number;
    heads[at + 1] = Math.imul(heads[at] as number, BASE) + key.charCodeAt(at);
    powers[at + 1] = Math.imul(power, BASE);
    tails[at + 1] = (tails[at] as number) + Math.imul(key.charCodeAt(length - 1 - at), power);
  }
  const put = (from: number, between: string, to: number, rank: number) => {
    const other = key.slice(0, from) + between + key.slice(to);
    if (other !== key && rank < (near.get(other) ?? Number.POSITIVE_INFINITY)) near.set(other, rank);
  };
  /** The hash of the key with so many signs of this value, or none, from one place to another. */
  const hashWith = (from: number, value: number, signs: number, to: number): number => {
    const behind = length - to;
    const head = Math.imul(heads[from] as number, powers[signs] as number) + value;
    return (Math.imul(head, powers[behind] as number) + (tails[behind] as number)) | 0;
  };
  /** The key with each of these signs from one place to another, but for the one that stands there. */
  const putSigns = (from: number, signs: readonly number[], to: number, rank: number) => {
    const own = to > from ? key.charCodeAt(from) : -1;
    const power = powers[length - to] as number;
    const without = hashWith(from, 0, 1, to);
    for (let at = 0; at < signs.length; at++) {
      const sign = signs[at] as number;
      if (sign !== own && has((without + Math.imul(sign, power)) | 0)) put(from, String.fromCharCode(sign), to, rank);
    }
  };
  for (let at = 0; at < length; at++) {
    const [sign, next] = [key.charCodeAt(at), key.charCodeAt(at + 1)];
    putSigns(at, SIGNS, at, NEARNESS.leftOut);
    putSigns(at, isDigitCode(sign) ? DIGITS : SIGNS, at + 1, NEARNESS.exchanged);
    if (has(hashWith(at, 0, 0, at + 1))) put(at, '', at + 1, NEARNESS.added);
    if (at + 1 < length && next !== sign && has(hashWith(at, Math.imul(next, BASE) + sign, 2, at + 2)))
      put(at, key.charAt(at + 1) + key.charAt(at), at + 2, NEARNESS.swapped);
  }
  putSigns(length, SIGNS, length, NEARNESS.leftOut);
  return [...near].map(([other, rank]) => ({ key: other, rank })).sort((one, other) => one.rank - other.rank);
}

/** Letters by their sound in the other alphabet, `sound letter …`, '' for a silent one. Longer spellings come first. */
const bySound = (table: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    table.split(', ').map((entry) => {
      const [sound = '', ...letters] = entry.split(' ');
      return [sound, letters];
    }),
  );

const TO_CYRILLIC = bySound(
  'shch щ, sch щ, ya я, ja я, yu ю, ju ю, yo ё, jo ё, ye е, zh ж, kh х, ts ц, tc ц, cz ц, ch ч, sh ш, eh э, b б, c ц, ' +
    'd д, e э, f ф, g г, h х, i и й, j й ж, l л, n н, p п, q я, r р, s с, u у ю, v в, w в, y ы й и, z з',
);

const TO_LATIN = bySound(
  'дж j, кс x, тс ts, б b, в v w, г g, д d, ж j zh, з z s, и i e, й y j i, к k c q, л l, н n, п p, р r, с s c, у u w, ' +
    'ф f, х h, ц c ts, ч ch, ш sh, щ sch, ъ , ы y, ь , э e a, ю u yu, я ya',
);

const SPELLINGS_MAX = 256;
/** Readings that are begun: most of them end in no spelling. */
const STEPS_MAX = 2_000;

const longest = (letters: Readonly<Record<string, unknown>>): number =>
  Math.max(...Object.keys(letters).map((spelling) => spelling.length));

/** Of an article typed by sound: in upper case, the whole before parts, without the typed one; none without letters. */
export function spellingsBySound(typed: string): string[] {
  const text = typed.toLowerCase();
  const spellings = new Set<string>();
  if (/[a-z]/.test(text)) spell(text, TO_CYRILLIC, spellings);
  if (/[а-яё]/.test(text)) spell(text, TO_LATIN, spellings);
  const upper = new Set([...spellings].map((spelling) => spelling.toUpperCase()));
  upper.delete(typed.toUpperCase());
  return [...upper];
}

function spell(text: string, letters: Readonly<Record<string, readonly string[]>>, spellings: Set<string>): void {
  const longestSpelling = longest(letters);
  let steps = 0;
  const walk = (at: number, done: string, read: readonly ReadLetter[]): void => {
    if (spellings.size >= SPELLINGS_MAX || ++steps > STEPS_MAX || !isOneHand(read)) return;
    if (at >= text.length) {
      spellings.add(done);
      return;
    }
    for (let length = longestSpelling; length > 0; length--) {
      const heard = text.slice(at, at + length);
      if (heard.length < length) continue;
      for (const letter of letters[heard] ?? [])
        walk(at + length, done + letter, [...read, { typed: heard, key: articleKey(letter) }]);
    }
    const sign = text.charAt(at);
    walk(at + 1, done + sign, [...read, { typed: sign, key: articleKey(sign) }]);
  };
  walk(0, '', []);
}

interface ReadLetter {
  readonly typed: string;
  /** Of the letter that it is read as. */
  readonly key: string;
}

/** Keys of letters that both alphabets have. */
const SHARED = new Set('abekmhpctyxijs0');

/**
 * Whether letters may be read so in one text: «CP» is «СП», with the С that looks so. But what stays a letter of the one
 * alphabet alone belongs to no text of the other, and where a B is a В, no W is one.
 */
function isOneHand(read: readonly ReadLetter[]): boolean {
  const isOther = ({ typed, key }: ReadLetter) => articleKey(typed) !== key;
  if (!read.some(isOther)) return true;
  const typedOf = new Map<string, string>();
  for (const one of read) {
    if (!/^\p{L}+$/u.test(one.typed) || one.key === '') continue;
    if (!isOther(one) && !SHARED.has(one.key)) return false;
    const before = typedOf.get(one.key) ?? one.typed;
    if (before !== one.typed) return false;
    typedOf.set(one.key, before);
  }
  return true;
}
