const CONTINUATION_MIN = 0x80;
const CONTINUATION_MAX = 0xbf;

/**
 * Counts what a stream of bytes holds beyond ASCII: sequences of UTF-8 that are whole, bytes that belong to none, and
 * which byte followed which. Sequences are told as a decoder tells them (https://encoding.spec.whatwg.org/#utf-8-decoder).
 */
export class Utf8Count {
  whole = 0;
  broken = 0;
  /** How often a byte from 0x80 came behind another: at `former * 256 + byte`, an ASCII former as 0. */
  readonly pairs = new Uint32Array(256 * 256);
  #former = 0;
  #missing = 0;
  #min = CONTINUATION_MIN;
  #max = CONTINUATION_MAX;

  /** Takes the next bytes; a sequence may go on in the next call. */
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

  /** Says that no more bytes come. */
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
