/** Takes the tables out of HTML and MHT files that are named as price lists. */
import { CAPS, ReadError } from './messages.ts';

const DEPTH_MAX = 4;
const HEADERS_MAX = 16 * 1024;
/** Longest boundary, characters (RFC 2046, 5.1.1): looking for a long one costs its length times that of the file. */
const BOUNDARY_MAX = 70;
const EQUALS = 0x3d;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** A web page inside a file with its pictures and styles. */
interface MhtPage {
  readonly bytes: Buffer;
  readonly charset: string | undefined;
}

/** The web pages of an MHT file in their order (RFC 2557): Excel puts each sheet on a page of its own. */
export function pagesOfMht(file: Buffer, depth = 0): MhtPage[] {
  const { headers, body } = splitPart(file);
  const type = headerOf(headers, 'content-type');
  const boundary = parameterOf(type, 'boundary');
  if (/^multipart\//iu.test(type) && boundary && boundary.length <= BOUNDARY_MAX && depth < DEPTH_MAX)
    return partsOf(body, boundary).flatMap((part) => pagesOfMht(part, depth + 1));
  if (!/^text\/html\b/iu.test(type)) return [];
  const bytes = decodeBody(body, headerOf(headers, 'content-transfer-encoding').toLowerCase());
  return [{ bytes, charset: parameterOf(type, 'charset') }];
}

function splitPart(part: Buffer): { headers: string; body: Buffer } {
  const windows = part.indexOf('\r\n\r\n');
  const unix = part.indexOf('\n\n');
  const isWindows = windows !== -1 && (unix === -1 || windows < unix);
  const end = isWindows ? windows : unix;
  if (end === -1) return { headers: '', body: part };
  const headers = part.toString('latin1', 0, Math.min(end, HEADERS_MAX)).replace(/\r?\n[ \t]+/gu, ' ');
  return { headers, body: part.subarray(end + (isWindows ? 4 : 2)) };
}

const headerOf = (headers: string, name: string): string =>
  (new RegExp(`^${name}:(.*)$`, 'imu').exec(headers)?.[1] ?? '').trim();

const parameterOf = (header: string, name: string): string | undefined =>
  new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'iu')
    .exec(header)
    ?.slice(1)
    .find((value) => value !== undefined);

/** The parts between the delimiters, without what precedes the first and follows the last. */
function partsOf(body: Buffer, boundary: string): Buffer[] {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let start = -1;
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== LINE_FEED) continue;
    if (start !== -1) parts.push(body.subarray(start, at));
    start = body.indexOf(LINE_FEED, at) + 1 || body.length;
  }
  // A file that was cut ends in the middle of a part.
  if (start !== -1 && start < body.length) parts.push(body.subarray(start));
  return parts;
}

function decodeBody(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body;
}

/** RFC 2045, 6.7; invalid codes stay as they are. */
function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === EQUALS && body[at + 1] === LINE_FEED) at += 1;
    else if (byte === EQUALS && body[at + 1] === RETURN && body[at + 2] === LINE_FEED) at += 2;
    else {
      const code = byte === EQUALS ? hexadecimal(body[at + 1]) * 16 + hexadecimal(body[at + 2]) : -1;
      decoded[length++] = code >= 0 ? code : byte;
      if (code >= 0) at += 2;
    }
  }
  return decoded.subarray(0, length);
}

/** The value of a digit; any other byte gives so negative a number that a code with it is negative. */
function hexadecimal(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const capital = byte & 0xdf;
  return capital >= 0x41 && capital <= 0x46 ? capital - 0x37 : -1000;
}

const TAG = /<(\/?)table\b/giu;

/** The tables of a page one after another, as markup: a nested one is taken out of its parent, e.g. a layout table. */
export function separateTables(page: string): string[] {
  const counts = { begin: 0, end: 0 };
  const tables: string[][] = [];
  const open: string[][] = [];
  let from = 0;
  let isEnded = false;
  for (const tag of page.matchAll(TAG)) {
    counts[tag[1] ? 'end' : 'begin'] += 1;
    if (Math.max(counts.begin, counts.end) > CAPS.pageTables) throw new ReadError('TOO_MANY_PARTS');
    // Something like a tag inside another one is none, nor is an unclosed one, or any after it.
    if (isEnded || tag.index < from) continue;
    const end = page.indexOf('>', tag.index);
    isEnded = end === -1;
    if (isEnded) continue;
    open.at(-1)?.push(page.slice(from, tag.index));
    from = end + 1;
    if (tag[1]) open.pop();
    else {
      const table: string[] = [];
      tables.push(table);
      open.push(table);
    }
  }
  open.at(-1)?.push(page.slice(from));
  return tables.map((pieces) => `<table>${pieces.join('')}</table>`);
}
