/** Reads fields of JSON, urlencoded and multipart bodies, in slices and within limits. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as nestedFields from './nested-fields.ts';
import { badRequest, tooLarge } from './request.ts';

/** Characters of an urlencoded body that are decoded at once. */
const PIECE = 16 * 1024;
/** Bytes of a JSON body that are scanned between two looks at the clock. */
const JSON_PIECE = 256 * 1024;

/** The fields of a JSON body. Throws 400; 413 when there are more than `max`. */
export async function unfoldJson(body: Buffer, max: number, rules: nestedFields.FieldRules): Promise<unknown> {
  if (body.length === 0) return {};
  const slices = new Slices();
  await refuseShapeless(body, max, slices);
  const value = parsed(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return asFormError(() => nestedFields.cleanJson(value, rules));
  if (slices.isOver) await slices.next();
  const pairs: nestedFields.Pair[] = [];
  for (const name of Object.keys(value)) {
    if (slices.isOver) await slices.next();
    const inner = (value as Record<string, unknown>)[name];
    pairs.push([name, asFormError(() => nestedFields.cleanJson(inner, rules, 1))]);
  }
  return pairs.every(([name]) => nestedFields.isPlainName(name))
    ? Object.fromEntries(pairs)
    : nested(pairs, rules, slices);
}

/** The fields of an urlencoded body. Throws 400; 413 when there are more than `max`. */
export const unfoldUrlencoded = (body: Buffer, max: number, rules: nestedFields.FieldRules): Promise<unknown> =>
  nested(cleaned(urlencodedFields(body.toString()), max, rules), rules);

/** The fields of a multipart body, without its files. Throws 400; 413 when there are more than `max`. */
export const unfoldMultipart = (
  body: Buffer,
  boundary: string,
  max: number,
  rules: nestedFields.FieldRules,
): Promise<unknown> => nested(cleaned(multipartFields(body, boundary), max, rules), rules);

/** Runs a part of reading a form; errors in the form become 400. */
function asFormError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof NoMultipart) throw badRequest('invalid form');
    if (
      error instanceof nestedFields.TooDeep ||
      error instanceof nestedFields.UnsafeName ||
      error instanceof RangeError
    )
      throw badRequest('invalid body');
    throw error;
  }
}

/** Throws 413 for too many fields and 400 for too deep nesting, before the bytes are parsed. */
async function refuseShapeless(body: Buffer, max: number, slices: Slices): Promise<void> {
  const shape = new JsonShape();
  for (let at = 0; at < body.length; at += JSON_PIECE) {
    if (slices.isOver) await slices.next();
    shape.add(body.subarray(at, at + JSON_PIECE));
    // The body itself is one level, its fields begin below.
    if (shape.depth > nestedFields.FORM_DEPTH_MAX + 1) throw badRequest('invalid body');
    if (shape.fields > max) throw tooLarge();
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw badRequest('invalid json');
  }
}

async function nested(
  pairs: Iterable<nestedFields.Pair>,
  rules: nestedFields.FieldRules,
  slices = new Slices(),
): Promise<Record<string, unknown>> {
  const nest = new nestedFields.FieldNest(rules);
  const rest = pairs[Symbol.iterator]();
  const addNext = () => {
    const { done, value } = rest.next();
    if (!done) nest.add(...value);
    return !done;
  };
  while (asFormError(addNext)) if (slices.isOver) await slices.next();
  if (slices.isOver) await slices.next();
  const fields = nest.nested();
  // A large form is read in several turns of the loop.
  if (slices.isOver) await slices.next();
  return fields;
}

function* cleaned(
  fields: Iterable<FormField>,
  max: number,
  { clean }: nestedFields.FieldRules,
): Generator<nestedFields.Pair> {
  let count = 0;
  for (const { name, value } of fields) {
    count += 1;
    if (count > max) throw tooLarge();
    yield [nestedFields.cleanText(name), clean(value)];
  }
}

function* urlencodedFields(text: string): Generator<FormField> {
  for (let at = 0; at < text.length; ) {
    const cut = text.indexOf('&', at + PIECE);
    const end = cut === -1 ? text.length : cut;
    // After an ampersand, because a leading question mark would be dropped.
    for (const [name, value] of new URLSearchParams(`&${text.slice(at, end)}`)) yield { name, value };
    at = end + 1;
  }
}

/** Limits of the fields of a form. */
interface FieldLimits {
  readonly fields: number;
  /** All texts together, characters. */
  readonly characters: number;
}

/** Collects the fields of a multipart body with files. */
export class FieldCollector {
  readonly #nest: nestedFields.FieldNest;
  readonly #limits: FieldLimits;
  readonly #rules: nestedFields.FieldRules;
  #fields = 0;
  #characters = 0;

  constructor(limits: FieldLimits, rules: nestedFields.FieldRules) {
    this.#nest = new nestedFields.FieldNest(rules);
    this.#limits = limits;
    this.#rules = rules;
  }

  /** Adds one field; throws 413 when there are too many, they are too long, or its value was cut. */
  add(name: string, value: unknown, truncated = false): void {
    this.#fields += 1;
    // A part declared as JSON is parsed already; its size is not counted.
    const isText = typeof value !== 'object' || value === null;
    const text = isText ? String(value) : JSON.stringify(value);
    this.#characters += text.length;
    if (!isText) this.#fields += fieldsOfJson(text);
    const { fields, characters } = this.#limits;
    if (truncated || this.#fields > fields || this.#characters > characters) throw tooLarge();
    if (name)
      asFormError(() => this.#nest.add(nestedFields.cleanText(name), nestedFields.cleanJson(value, this.#rules)));
  }

  /** All fields, bracketed names unfolded; none may be added afterwards. */
  nested(): Record<string, unknown> {
    return this.#nest.nested();
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Number of fields in a JSON text. */
export function fieldsOfJson(text: string): number {
  const shape = new JsonShape();
  shape.add(Buffer.from(text));
  return shape.fields;
}

/**
 * Measures a JSON text by its bytes before it is parsed: names and items of lists at every level together, and the
 * depth of nesting. Exact for JSON; other text gives some result, quickly.
 */
export class JsonShape {
  /** Names of objects and items of lists so far; an empty object or list counts as one. */
  fields = 0;
  /** Deepest nesting so far; a plain object or list is 1. */
  depth = 0;
  #level = 0;
  #inText = false;
  #isEscaped = false;

  /** Takes the next bytes of the text, in chunks of any size. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (this.#inText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inText = false;
      } else if (byte === QUOTE) this.#inText = true;
      else if (byte === COMMA) this.fields += 1;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.fields += 1;
        this.#level += 1;
        if (this.#level > this.depth) this.depth = this.#level;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#level -= 1;
    }
  }
}

/** Longest piece of one request's work while others wait, milliseconds. */
const SLICE_MS = 10;

/** Splits long work of one request, so that the main loop serves others in between. */
class Slices {
  #began = performance.now();

  /** Whether this slice has lasted long enough: then `next` is due. */
  get isOver(): boolean {
    return performance.now() - this.#began > SLICE_MS;
  }

  /** Resolves after a turn of the loop; the next slice begins. */
  async next(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}

/** A text field of a form, as sent. */
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** A body is no multipart form, or ends before its closing delimiter. */
export class NoMultipart extends Error {}

/** Longest headers of one part, characters. */
const HEADERS_MAX = 8 * 1024;
/** Longest boundary, characters (RFC 2046, 5.1.1): a search for a long one costs its length times that of the body. */
const BOUNDARY_MAX = 70;
const BREAK = '\r\n';
const NOT_ASCII = /[\x80-\xff]/;

/** The boundary that a Content-Type header names; empty without one. */
export function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? plain ?? '';
}

/**
 * The text fields of a whole multipart/form-data body (RFC 7578) in their order, without files. For forms of very many
 * short fields: bodies with files are read as a stream, see upload.ts. Throws NoMultipart at the first fault.
 */
export function* multipartFields(body: Buffer, boundary: string): Generator<FormField> {
  if (body.length === 0) return;
  if (boundary.length > BOUNDARY_MAX) throw new NoMultipart();
  // One character a byte: much faster to search than the buffer, with the same indexes.
  const bytes = body.toString('latin1');
  const delimiter = `${BREAK}--${boundary}`;
  const isFirst = bytes.startsWith(delimiter.slice(BREAK.length));
  let at = isFirst ? -BREAK.length : nextDelimiter(bytes, delimiter, 0);
  while (boundary !== '' && at !== null) {
    const after = at + delimiter.length;
    if (bytes.startsWith('--', after)) return;
    const headers = bytes.indexOf(BREAK, after);
    const start = bytes.indexOf(BREAK + BREAK, headers) + 2 * BREAK.length;
    if (headers === -1 || start < headers || start - headers > HEADERS_MAX) break;
    const end = nextDelimiter(bytes, delimiter, start);
    if (end === null) break;
    const head = fieldHead(bytes.slice(headers, start));
    if (head) {
      const value = bytes.slice(start, end);
      yield { name: decoded(head.name, 'utf-8'), value: decoded(value, head.charset) };
    }
    at = end;
  }
  throw new NoMultipart();
}

/** Index of the next delimiter; lines that only begin like one are skipped; null without one. */
function nextDelimiter(bytes: string, delimiter: string, from: number): number | null {
  for (let at = bytes.indexOf(delimiter, from); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
    if (/[\r\t -]/.test(bytes[at + delimiter.length] ?? '')) return at;
  }
  return null;
}

/** Name and charset of a part by its headers; null for a file, and for a part that is no form field. */
function fieldHead(headers: string): { readonly name: string; readonly charset: string } | null {
  const disposition = /\r\ncontent-disposition:[ \t]*form-data[ \t]*;(.*)/i.exec(headers)?.[1] ?? '';
  let name: string | null = null;
  for (const [, key = '', quoted, plain = ''] of disposition.matchAll(PARAMETER)) {
    if (key.toLowerCase() !== 'name') return null;
    name ??= quoted?.replace(/\\(["\\])/g, '$1') ?? plain;
  }
  if (!name) return null;
  const type = /\r\ncontent-type:[ \t]*(.*)/i.exec(headers)?.[1] ?? '';
  if (/^application\/octet-stream/i.test(type)) return null;
  return { name, charset: /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8' };
}

/** `name`, or a `filename`, which distinguishes a file from a field. */
const PARAMETER = /(?:^|[\s;])(name|filename\*?)=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/gi;

/** Decodes bytes that are stored one in a character. */
function decoded(bytes: string, charset: string): string {
  if (!NOT_ASCII.test(bytes)) return bytes;
  try {
    return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    throw new NoMultipart();
  }
}
