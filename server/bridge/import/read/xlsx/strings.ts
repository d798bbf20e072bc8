import { ReadError } from '../error.ts';
import { CELL_BYTES_MAX, STRINGS_COUNT_MAX, STRINGS_STORED_MAX } from '../limits.ts';
import { type Attributes, nameId, unescapeXml, type XmlHandler } from './tokenizer.ts';

const PAGE = 4 * 1024 * 1024;
const LENGTH_BYTES = 4;

/** Resolves `_x000D_` and its like, as books write control characters. */
export function unescapeControls(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/giu, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Millions of strings as UTF-8 bytes in pages outside the heap, by index. */
export class StringTable {
  readonly #pages: Buffer[] = [];
  #places = new Uint32Array(1024);
  #used = PAGE;
  #stored = 0;
  count = 0;

  /** Appends a string given as bytes; throws a ReadError over the caps. */
  addBytes(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    const place = this.#reserve(length);
    bytes.copy(this.#pages[this.#pages.length - 1] as Buffer, place, start, end);
  }

  add(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.addBytes(bytes, 0, bytes.length);
  }

  /** The string at an index, or null where there is none. */
  at(index: number): string | null {
    if (!(index >= 0 && index < this.count)) return null;
    const place = this.#places[index] as number;
    const page = this.#pages[Math.floor(place / PAGE)] as Buffer;
    const start = place % PAGE;
    const length = page.readUInt32LE(start);
    return unescapeControls(page.toString('utf8', start + LENGTH_BYTES, start + LENGTH_BYTES + length));
  }

  #reserve(length: number): number {
    if (length > CELL_BYTES_MAX) throw new ReadError('CELL_TOO_BIG');
    if (this.count >= STRINGS_COUNT_MAX) throw new ReadError('TOO_MANY_STRINGS');
    const needed = length + LENGTH_BYTES;
    this.#stored += needed;
    if (this.#stored > STRINGS_STORED_MAX) throw new ReadError('TOO_BIG');
    if (this.#used + needed > PAGE) {
      this.#pages.push(Buffer.allocUnsafeSlow(PAGE));
      this.#used = 0;
    }
    if (this.count === this.#places.length) {
      const grown = new Uint32Array(this.#places.length * 2);
      grown.set(this.#places);
      this.#places = grown;
    }
    this.#places[this.count] = (this.#pages.length - 1) * PAGE + this.#used;
    this.count += 1;
    (this.#pages[this.#pages.length - 1] as Buffer).writeUInt32LE(length, this.#used);
    const place = this.#used + LENGTH_BYTES;
    this.#used += needed;
    return place;
  }
}

const SI = nameId('si');
const T = nameId('t');
const PHONETIC = nameId('rPh');

/** Fills a table from the shared strings part: rich text joined, phonetic hints left out. */
export function stringsHandler(table: StringTable): XmlHandler {
  let text = '';
  let inText = false;
  let phonetic = false;
  return {
    open(name: number, _tag: Attributes, selfClosing: boolean) {
      if (name === SI) {
        text = '';
        if (selfClosing) table.add('');
      } else if (name === PHONETIC) phonetic = !selfClosing;
      else if (name === T) inText = !selfClosing && !phonetic;
    },
    close(name: number) {
      if (name === T) inText = false;
      else if (name === PHONETIC) phonetic = false;
      else if (name === SI) table.add(text);
    },
    text(bytes, start, end, encoded) {
      if (!inText) return;
      const piece = bytes.toString('utf8', start, end);
      text += encoded ? unescapeXml(piece) : piece;
      if (text.length > CELL_BYTES_MAX) throw new ReadError('CELL_TOO_BIG');
    },
  };
}
