import type { TextEncoding } from '../../../contract/bridge.ts';

type OneByteEncoding = Extract<TextEncoding, 'windows-1251' | 'ibm866' | 'koi8-r'>;

/** Russian letters of a hundred. O. Lyashevskaya, S. Sharov, Frequency dictionary of modern Russian, 2009. */
const OF_HUNDRED: Readonly<Record<string, number>> = {
  о: 10.97,
  е: 8.45,
  а: 8.01,
  и: 7.35,
  н: 6.7,
  т: 6.26,
  с: 5.47,
  р: 4.73,
  в: 4.54,
  л: 4.4,
  к: 3.49,
  м: 3.21,
  д: 2.98,
  п: 2.81,
  у: 2.62,
  я: 2.01,
  ы: 1.9,
  ь: 1.74,
  г: 1.7,
  з: 1.65,
  б: 1.59,
  ч: 1.44,
  й: 1.21,
  х: 0.97,
  ж: 0.94,
  ш: 0.73,
  ю: 0.64,
  ц: 0.48,
  щ: 0.36,
  э: 0.32,
  ф: 0.26,
  ъ: 0.04,
  ё: 0.04,
};
/** Other signs of price lists: Ukrainian letters, number sign, quotes, degrees, dashes. */
const ALSO_USUAL = /^[іїєґ№«»°–—\u{a0}®]$/u;
/** DOS programs draw tables with these. */
const FRAMES = /^[\u{2500}-\u{259f}]$/u;

const UNUSUAL = Math.log(0.00002);
/** What a pair that Russian words do not have is unlikelier than its letters, natural logarithm. */
const ODD_PAIR = 6;
const VOWELS = /^[аеиоуыэюяё]$/u;

function likelihoodOf(sign: string): number {
  const letter = OF_HUNDRED[sign.toLowerCase()];
  if (letter !== undefined) return Math.log(letter / 100);
  if (ALSO_USUAL.test(sign.toLowerCase())) return Math.log(0.002);
  return FRAMES.test(sign) ? Math.log(0.0005) : UNUSUAL;
}

/** Whether no Russian word has these two: a soft or hard sign at its start or behind a vowel, a capital inside it. */
function isOddPair(former: string, sign: string): boolean {
  const isSmall = former !== former.toUpperCase();
  if (isSmall && sign !== sign.toLowerCase()) return true;
  const letter = sign.toLowerCase();
  if (letter !== 'ь' && letter !== 'ъ') return letter === 'ы' && !/\p{L}/u.test(former);
  return !/\p{L}/u.test(former) || VOWELS.test(former.toLowerCase());
}

/** In the order in which they are taken when nothing tells them apart. */
const ENCODINGS: readonly OneByteEncoding[] = ['windows-1251', 'ibm866', 'koi8-r'];
/** By how much the best must be likelier than the next, natural logarithm: three or four words of a usual text. */
const CLEAR = 8;
/** What the usual encoding is ahead of the others before a letter is seen. */
const USUAL_AHEAD = 3;

/**
 * The encoding in which bytes from 0x80 are likeliest to be Russian, by how often each followed each (see Utf8Count);
 * `clear` when no other comes near. A pair that comes a thousand times counts for ten: the «шт» of every row says little.
 */
export function likeliestRussian(pairs: Uint32Array): {
  readonly encoding: OneByteEncoding;
  readonly clear: boolean;
} {
  const scores = ENCODINGS.map((encoding, at) => ({
    encoding,
    score: scoreOf(pairs, encoding) + (at === 0 ? USUAL_AHEAD : 0),
  }));
  const [best, next] = scores.toSorted((one, other) => other.score - one.score);
  const { encoding, score } = best as (typeof scores)[number];
  return { encoding, clear: score - (next?.score ?? 0) >= CLEAR };
}

function scoreOf(pairs: Uint32Array, encoding: OneByteEncoding): number {
  const signs = [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  const likelihoods = signs.map(likelihoodOf);
  let score = 0;
  for (let pair = 0; pair < pairs.length; pair += 1) {
    const count = pairs[pair] as number;
    if (count === 0) continue;
    const byte = pair % 256;
    const odd = isOddPair(signs[(pair - byte) / 256] as string, signs[byte] as string);
    score += Math.log2(1 + count) * ((likelihoods[byte] as number) - (odd ? ODD_PAIR : 0));
  }
  return score;
}
