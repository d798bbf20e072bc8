/** A fast tokenizer for the XML inside workbooks. */
import { CAPS, ReadError } from './messages.ts';

/** Receiver of a tokenizer's events. Names are local names (no prefix) as numbers, see `nameId`. */
export interface XmlHandler {
  open(name: number, tag: Attributes, selfClosing: boolean): void;
  close(name: number): void;
  /** Text between tags, whole or in pieces; `encoded`: it contains entities. */
  text(bytes: Buffer, start: number, end: number, encoded: boolean): void;
}

/** Attributes of the tag that is being opened; valid only during `open`. */
export interface Attributes {
  readonly count: number;
  readonly names: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  bytes: Buffer;
}

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const COLON = 0x3a;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

/** Up to this length a loop finds the end of a text faster than a call of the runtime. */
const SHORT = 64;

/** The number by which the tokenizer knows a local name. */
export function nameId(name: string): number {
  let id = 0;
  for (let at = 0; at < name.length; at += 1) id = (Math.imul(id, 31) + name.charCodeAt(at)) | 0;
  return id;
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The text of an attribute with that local name, or null. */
export function attribute(tag: Attributes, name: number): string | null {
  for (let at = 0; at < tag.count; at += 1) {
    if (tag.names[at] === name) return unescapeXml(tag.bytes.toString('utf8', tag.starts[at], tag.ends[at]));
  }
  return null;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Resolves the five XML entities and character references; anything else stays as written. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/giu, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** Splits UTF-8 XML bytes into tags and text, in chunks of any size; not validating, and without document types. */
export class XmlTokenizer {
  readonly #handler: XmlHandler;
  readonly #tag = {
    count: 0,
    names: new Int32Array(CAPS.attributes),
    starts: new Int32Array(CAPS.attributes),
    ends: new Int32Array(CAPS.attributes),
    bytes: Buffer.alloc(0) as Buffer,
  };
  #rest: Buffer | null = null;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** Events for everything complete in the bytes are delivered before it returns. */
  write(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = null;
    let position = 0;
    while (position < bytes.length) {
      const next = bytes[position] === LT ? this.#markup(bytes, position) : this.#text(bytes, position);
      if (next < 0) {
        if (bytes.length - position > CAPS.cellBytes) throw new ReadError('CELL_TOO_BIG');
        this.#rest = bytes.subarray(position);
        return;
      }
      position = next;
    }
  }

  /** To be called after the last bytes; an unfinished tag means a broken file. */
  end(): void {
    const rest = this.#rest;
    if (rest && rest.toString('latin1').trim() !== '' && rest.some((byte) => byte !== 0))
      throw new ReadError('BROKEN', 'XML');
  }

  #text(bytes: Buffer, start: number): number {
    const short = Math.min(bytes.length, start + SHORT);
    let end = start;
    while (end < short && bytes[end] !== LT) end += 1;
    if (end === short) end = bytes.indexOf(LT, end);
    if (end === -1) return -1;
    if (end - start > CAPS.cellBytes) throw new ReadError('CELL_TOO_BIG');
    this.#handler.text(bytes, start, end, true);
    return end;
  }

  /** Handles markup that begins with `<`; returns its end, or -1 when that has not been read yet. */
  #markup(bytes: Buffer, start: number): number {
    if (start + 1 >= bytes.length) return -1;
    const second = bytes[start + 1];
    if (second === SLASH) return this.#closingTag(bytes, start);
    if (second === 0x3f) return after(bytes, '?>', start + 2);
    if (second === 0x21) return this.#declaration(bytes, start);
    return this.#openingTag(bytes, start);
  }

  #declaration(bytes: Buffer, start: number): number {
    if (bytes.length - start < 9) return -1;
    const opening = bytes.toString('latin1', start, start + 9);
    if (opening.startsWith('<!--')) return after(bytes, '-->', start + 4);
    if (opening !== '<![CDATA[') throw new ReadError('DTD');
    const end = after(bytes, ']]>', start + 9);
    if (end > 0) this.#handler.text(bytes, start + 9, end - 3, false);
    return end;
  }

  #closingTag(bytes: Buffer, start: number): number {
    const length = bytes.length;
    let name = 0;
    let at = start + 2;
    for (; at < length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === GT) {
        this.#handler.close(name);
        return at + 1;
      }
      if (byte === COLON) name = 0;
      else if (!isSpace(byte)) name = (Math.imul(name, 31) + byte) | 0;
    }
    return -1;
  }

  #openingTag(bytes: Buffer, start: number): number {
    const length = bytes.length;
    const tag = this.#tag;
    let name = 0;
    let at = start + 1;
    for (; ; at += 1) {
      if (at >= length) return -1;
      const byte = bytes[at] as number;
      if (byte === COLON) name = 0;
      else if (byte === GT || byte === SLASH || isSpace(byte)) break;
      else name = (Math.imul(name, 31) + byte) | 0;
    }
    let count = 0;
    for (;;) {
      while (at < length && isSpace(bytes[at])) at += 1;
      if (at >= length) return -1;
      const byte = bytes[at] as number;
      if (byte === GT || byte === SLASH) {
        if (byte === SLASH && at + 1 >= length) return -1;
        if (byte === SLASH && bytes[at + 1] !== GT) throw new ReadError('BROKEN', 'XML');
        tag.count = count;
        tag.bytes = bytes;
        this.#handler.open(name, tag, byte === SLASH);
        return byte === SLASH ? at + 2 : at + 1;
      }
      let attributeName = 0;
      for (; at < length; at += 1) {
        const letter = bytes[at] as number;
        if (letter === EQUALS || isSpace(letter)) break;
        if (letter === GT || letter === LT) throw new ReadError('BROKEN', 'XML');
        if (letter === COLON) attributeName = 0;
        else attributeName = (Math.imul(attributeName, 31) + letter) | 0;
      }
      while (at < length && (bytes[at] === EQUALS || isSpace(bytes[at]))) at += 1;
      if (at >= length) return -1;
      const quote = bytes[at];
      if (quote !== QUOTE && quote !== APOSTROPHE) throw new ReadError('BROKEN', 'XML');
      at += 1;
      const valueStart = at;
      while (at < length && bytes[at] !== quote) at += 1;
      if (at >= length) return -1;
      if (count >= CAPS.attributes) throw new ReadError('BROKEN', 'XML');
      tag.names[count] = attributeName;
      tag.starts[count] = valueStart;
      tag.ends[count] = at;
      count += 1;
      at += 1;
    }
  }
}

function after(bytes: Buffer, mark: string, from: number): number {
  const at = bytes.indexOf(mark, from, 'latin1');
  return at < 0 ? -1 : at + mark.length;
}
