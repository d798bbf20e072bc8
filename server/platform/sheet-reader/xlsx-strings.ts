import { CELL_BYTES_MAX, STRINGS_COUNT_MAX, STRINGS_STORED_MAX } from './limits.ts';
import { ReadError } from './read-error.ts';
import { type Attributes, nameId, unescapeXml, type XmlHandler } from './xml-tokenizer.ts';

const PAGE = 4 * 1024 * 1024;
const LENGTH_BYTES = 4;

/** Resolves `_x000D_` and its like, as books write control characters. */
export function unescapeControls(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/giu, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Up to this length a loop copies faster than a call of the runtime. */
const SHORT = 64;
const AMPERSAND = 0x26;

/** Millions of strings as UTF-8 bytes in pages outside the heap, by index. */
export class StringTable {
  readonly #pages: Buffer[] = [];
  #page: Buffer = Buffer.alloc(0);
  #places = new Uint32Array(1024);
  /** Where the string under way begins in its page, and where it ends so far. */
  #start = PAGE;
  #end = PAGE + LENGTH_BYTES;
  #stored = 0;
  count = 0;

  /** Appends bytes to the string under way as they are; throws a ReadError over the caps. */
  append(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    this.#makeRoom(length);
    if (length > SHORT) bytes.copy(this.#page, this.#end, start, end);
    else for (let at = 0; at < length; at += 1) this.#page[this.#end + at] = bytes[start + at] as number;
    this.#end += length;
  }

  /** Ends the string under way; nothing appended makes an empty one. */
  finish(): void {
    if (this.count >= STRINGS_COUNT_MAX) throw new ReadError('TOO_MANY_STRINGS');
    this.#makeRoom(0);
    const length = this.#end - this.#start - LENGTH_BYTES;
    this.#stored += length + LENGTH_BYTES;
    if (this.#stored > STRINGS_STORED_MAX) throw new ReadError('TOO_BIG');
    if (this.count === this.#places.length) {
      const grown = new Uint32Array(this.#places.length * 2);
      grown.set(this.#places);
      this.#places = grown;
    }
    this.#places[this.count] = (this.#pages.length - 1) * PAGE + this.#start;
    this.count += 1;
    this.#page.writeUInt32LE(length, this.#start);
    this.#start = this.#end;
    this.#end = this.#start + LENGTH_BYTES;
  }

  /** Begins a string anew, without what was appended and not finished. */
  begin(): void {
    this.#end = this.#start + LENGTH_BYTES;
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

  /** Sees to it that so many bytes more fit behind the string under way, on another page if need be. */
  #makeRoom(length: number): void {
    const soFar = this.#end - this.#start - LENGTH_BYTES;
    if (soFar + length > CELL_BYTES_MAX) throw new ReadError('CELL_TOO_BIG');
    if (this.#end + length <= PAGE) return;
    const page = Buffer.allocUnsafeSlow(PAGE);
    if (soFar > 0) this.#page.copy(page, LENGTH_BYTES, this.#start + LENGTH_BYTES, this.#end);
    this.#pages.push(page);
    this.#page = page;
    this.#start = 0;
    this.#end = LENGTH_BYTES + soFar;
  }
}

const SI = nameId('si');
const T = nameId('t');
const PHONETIC = nameId('rPh');

/** Fills a table from the shared strings part: rich text joined, phonetic hints left out. */
export function stringsHandler(table: StringTable): XmlHandler {
  let inText = false;
  let phonetic = false;
  return {
    open(name: number, _tag: Attributes, selfClosing: boolean) {
      if (name === SI) {
        table.begin();
        if (selfClosing) table.finish();
      } else if (name === PHONETIC) phonetic = !selfClosing;
      else if (name === T) inText = !selfClosing && !phonetic;
    },
    close(name: number) {
      if (name === T) inText = false;
      else if (name === PHONETIC) phonetic = false;
      else if (name === SI) table.finish();
    },
    text(bytes, start, end, encoded) {
      if (!inText) return;
      if (!encoded || !hasEntity(bytes, start, end)) return table.append(bytes, start, end);
      const plain = Buffer.from(unescapeXml(bytes.toString('utf8', start, end)));
      table.append(plain, 0, plain.length);
    },
  };
}

function hasEntity(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > SHORT) return bytes.subarray(start, end).includes(AMPERSAND);
  for (let at = start; at < end; at += 1) if (bytes[at] === AMPERSAND) return true;
  return false;
}
