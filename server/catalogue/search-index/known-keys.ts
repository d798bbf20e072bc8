// Knows which keys, and which pieces of keys, may be in the catalogue: a thousand possible slips of one are looked up in
// memory, and a word of which no key has the letters is looked for in none.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { keyHash } from '../../platform/text/misspellings.ts';

/** Bits for each key, at least: of other keys one in 80 or fewer is taken for a known one, and looked up in vain. */
const BITS_OF_KEY = 10;
/** Room for keys to come, times those that are there. */
const GROWTH = 1.25;
const PROBES = 4;
/** Keys that one question reads; none of them holds a blank. */
const EACH = 20_000;
const BLANK = ' '.charCodeAt(0);

/** Places for trigrams: keys are spelled with fewer than fifty signs. */
const TRIGRAM_BITS = 20;
const PIECE = 3;

const SQL = {
  added: `SELECT group_concat(key, ' '), max(id), count(*)
    FROM (SELECT id, key FROM article_keys WHERE id > ? ORDER BY id LIMIT ${EACH})`,
  count: 'SELECT count(*) FROM article_keys',
} as const;

/** A Bloom filter of all article keys of a file, and their trigrams: keys are only ever added to it, under growing ids. */
export class KnownKeys {
  readonly #added: StatementSync;
  readonly #counted: StatementSync;
  #bits = new Uint32Array(1);
  readonly #trigrams = new Uint32Array(2 ** (TRIGRAM_BITS - 5));
  #count = 0;
  #last = 0;
  #isWhole = false;

  constructor(db: DatabaseSync) {
    [this.#added, this.#counted] = [db.prepare(SQL.added), db.prepare(SQL.count)];
    for (const statement of [this.#added, this.#counted]) statement.setReturnArrays(true);
  }

  /** Whether all keys were read once: what was added since is read in no time. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Reads the keys that were added since the last time. */
  keepUp(): void {
    while (this.readSome());
  }

  /** Reads some of them, in a few milliseconds; whether there may be more. */
  readSome(): boolean {
    const [keys, last, count] = this.#added.get(this.#last) as unknown as [string | null, number, number];
    if (keys === null) {
      this.#isWhole = true;
      return false;
    }
    if ((this.#count + count) * BITS_OF_KEY > this.#bits.length * 32) {
      this.#begin();
      return true;
    }
    this.#count += count;
    this.#last = last;
    for (let from = 0, at = 0; at <= keys.length; at++) {
      if (at < keys.length && keys.charCodeAt(at) !== BLANK) continue;
      this.#add(keyHash(keys, from, at));
      for (let piece = from; piece + PIECE <= at; piece++) {
        const place = trigramPlace(keys, piece);
        this.#trigrams[place >>> 5] = (this.#trigrams[place >>> 5] as number) | (1 << place);
      }
      from = at + 1;
    }
    this.#isWhole = count < EACH;
    return !this.#isWhole;
  }

  /** Whether a key with this hash may be there; of those that are, always. */
  has(hash: number): boolean {
    // Nearly all are refused here.
    if (!this.#isSet(hash)) return false;
    const step = mixed(hash) | 1;
    for (let probe = 1, place = hash; probe < PROBES; probe++) {
      place = (place + step) | 0;
      if (!this.#isSet(place)) return false;
    }
    return true;
  }

  /** Whether a key may have this piece; one of fewer signs than a trigram any may have. */
  mayHold(piece: string): boolean {
    for (let at = 0; at + PIECE <= piece.length; at++) {
      const place = trigramPlace(piece, at);
      if (((this.#trigrams[place >>> 5] as number) & (1 << place)) === 0) return false;
    }
    return true;
  }

  #add(hash: number): void {
    const step = mixed(hash) | 1;
    for (let probe = 0, place = hash; probe < PROBES; probe++) {
      const word = this.#wordOf(place);
      this.#bits[word] = (this.#bits[word] as number) | (1 << place);
      place = (place + step) | 0;
    }
  }

  #isSet(place: number): boolean {
    return ((this.#bits[this.#wordOf(place)] as number) & (1 << place)) !== 0;
  }

  #wordOf(place: number): number {
    return (place >>> 5) & (this.#bits.length - 1);
  }

  /** Room for all keys, which have to be read again. */
  #begin(): void {
    const [count] = this.#counted.get() as unknown as [number];
    this.#bits = new Uint32Array(2 ** Math.ceil(Math.log2((count * GROWTH * BITS_OF_KEY) / 32 + 1)));
    this.#count = 0;
    this.#last = 0;
    this.#isWhole = false;
  }
}

const trigramPlace = (text: string, at: number): number => mixed(keyHash(text, at, at + PIECE)) >>> (32 - TRIGRAM_BITS);

/** Spreads what is alike over all bits. */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
