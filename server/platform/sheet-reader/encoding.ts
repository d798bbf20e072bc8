/** Determines the encoding of a text file and decodes it. */
import { createReadStream } from 'node:fs';
import type { TextEncoding } from '../../../contract/catalogue/runs.ts';
import { utf16Of } from './sniff.ts';

/** `clear`: no other one is plausible. */
interface EncodingChoice {
  readonly encoding: TextEncoding;
  readonly clear: boolean;
}

const LIST: readonly TextEncoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'ibm866', 'koi8-r'];
const ENCODINGS: ReadonlySet<string> = new Set(LIST);

export const isTextEncoding = (encoding: string): encoding is TextEncoding => ENCODINGS.has(encoding);

const CHUNK = 256 * 1024;
/** Whole sequences for each broken byte from which a text is damaged UTF-8; texts of one byte a letter stay below 1. */
const WHOLE_PER_BROKEN = 2;
/** The same, from which there is no doubt. */
const WHOLE_PER_BROKEN_CLEAR = 8;

/**
 * UTF-16 by its beginning, UTF-8 if most beyond ASCII is (one damaged byte changes nothing), or the likeliest Russian.
 */
export async function chooseEncoding(file: string): Promise<EncodingChoice> {
  const count = new Utf8Count();
  let first = true;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    const utf16 = first ? utf16Of(chunk) : null;
    if (utf16) return { encoding: utf16, clear: true };
    first = false;
    count.add(chunk);
  }
  return choiceOf(count);
}

export function chooseEncodingOf(bytes: Buffer): EncodingChoice {
  const utf16 = utf16Of(bytes.subarray(0, CHUNK));
  if (utf16) return { encoding: utf16, clear: true };
  const count = new Utf8Count();
  count.add(bytes);
  return choiceOf(count);
}

function choiceOf(count: Utf8Count): EncodingChoice {
  count.end();
  const { whole, broken, pairs } = count;
  if (whole >= broken * WHOLE_PER_BROKEN) return { encoding: 'utf-8', clear: whole >= broken * WHOLE_PER_BROKEN_CLEAR };
  const { encoding, clear } = likeliestRussian(pairs);
  return { encoding, clear: clear && whole < broken };
}

/** The text of a file, piece by piece, without its byte order mark; damaged bytes become U+FFFD. */
export async function* decodedText(file: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    yield decoder.decode(chunk, { stream: true });
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

/** The beginning of a text file, at most so many characters, in any supported encoding. */
export async function readText(file: string, characters: number): Promise<{ text: string; isCut: boolean }> {
  const { encoding } = await chooseEncoding(file);
  let text = '';
  for await (const piece of decodedText(file, encoding)) {
    text += piece;
    if (text.length > characters) return { text: text.slice(0, characters).toWellFormed(), isCut: true };
  }
  return { text, isCut: false };
}

const CONTINUATION_MIN = 0x80;
const CONTINUATION_MAX = 0xbf;

/** Sequences, stray bytes and pairs, as a decoder takes them: https://encoding.spec.whatwg.org/#utf-8-decoder */
export class Utf8Count {
  whole = 0;
  broken = 0;
  /** How often a byte from 0x80 followed another: at `former * 256 + byte`, an ASCII former as 0. */
  readonly pairs = new Uint32Array(256 * 256);
  #former = 0;
  #missing = 0;
  #min = CONTINUATION_MIN;
  #max = CONTINUATION_MAX;

  /** Takes the next bytes; a sequence may continue in the next call. */
  add(chunk: Uint8Array): void {
    let former = this.#former;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte < CONTINUATION_MIN) {
        if (this.#missing > 0) this.#breakOff();
        former = 0;
      } else {
        const pair = former * 256 + byte;
        this.pairs[pair] = (this.pairs[pair] as number) + 1;
        this.#addHigh(byte);
        former = byte;
      }
    }
    this.#former = former;
  }

  /** To be called after the last bytes. */
  end(): void {
    if (this.#missing > 0) this.#breakOff();
  }

  #addHigh(byte: number): void {
    if (this.#missing === 0) this.#begin(byte);
    else if (byte >= this.#min && byte <= this.#max) {
      this.#missing -= 1;
      this.#expect(CONTINUATION_MIN, CONTINUATION_MAX);
      if (this.#missing === 0) this.whole += 1;
    } else {
      this.#breakOff();
      this.#begin(byte);
    }
  }

  #begin(byte: number): void {
    if (byte < 0xc2 || byte > 0xf4) this.broken += 1;
    else this.#missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    // No overlong forms, no surrogates, nothing beyond U+10FFFF.
    if (byte === 0xe0) this.#expect(0xa0, CONTINUATION_MAX);
    else if (byte === 0xed) this.#expect(CONTINUATION_MIN, 0x9f);
    else if (byte === 0xf0) this.#expect(0x90, CONTINUATION_MAX);
    else if (byte === 0xf4) this.#expect(CONTINUATION_MIN, 0x8f);
  }

  #expect(min: number, max: number): void {
    this.#min = min;
    this.#max = max;
  }

  #breakOff(): void {
    this.broken += 1;
    this.#missing = 0;
    this.#expect(CONTINUATION_MIN, CONTINUATION_MAX);
  }
}

type OneByteEncoding = Extract<TextEncoding, 'windows-1251' | 'ibm866' | 'koi8-r'>;

/** Russian letters per hundred. O. Lyashevskaya, S. Sharov, Frequency dictionary of modern Russian, 2009. */
const OF_HUNDRED: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'о 10.97, е 8.45, а 8.01, и 7.35, н 6.7, т 6.26, с 5.47, р 4.73, в 4.54, л 4.4, к 3.49, м 3.21, д 2.98, п 2.81, ' +
    'у 2.62, я 2.01, ы 1.9, ь 1.74, г 1.7, з 1.65, б 1.59, ч 1.44, й 1.21, х 0.97, ж 0.94, ш 0.73, ю 0.64, ц 0.48, ' +
    'щ 0.36, э 0.32, ф 0.26, ъ 0.04, ё 0.04'
  )
    .split(', ')
    .map((entry) => [entry.slice(0, 1), Number(entry.slice(2))]),
);
const ALSO_USUAL = /^[іїєґ№«»°–—\u{a0}®]$/u;
/** DOS programs draw tables with these. */
const FRAMES = /^[\u{2500}-\u{259f}]$/u;

const UNUSUAL = Math.log(0.00002);
/** Penalty of a pair that Russian words do not have, natural logarithm. */
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

/** In order of preference when the counts are equal. */
const ONE_BYTE_ENCODINGS: readonly OneByteEncoding[] = ['windows-1251', 'ibm866', 'koi8-r'];
/** By how much the best must be likelier than the next, natural logarithm: three or four words of a usual text. */
const CLEAR = 8;
/** Advantage of the usual encoding before any letter is seen. */
const USUAL_AHEAD = 3;

/**
 * By how often each byte followed each (see Utf8Count); `clear` when no other is close. A pair that occurs a thousand
 * times counts for ten: the «шт» of every row says little.
 */
function likeliestRussian(pairs: Uint32Array): { readonly encoding: OneByteEncoding; readonly clear: boolean } {
  const scores = ONE_BYTE_ENCODINGS.map((encoding, at) => ({
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
