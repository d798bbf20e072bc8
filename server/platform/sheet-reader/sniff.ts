/** Determines the format of a price list by its first bytes. */
import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { ReadError } from './messages.ts';

/** What a file is by its content; its name and declared type do not count. A zip may be a book of Excel or OpenDocument. */
export type FileKind = 'zip' | 'xls' | 'html' | 'mht' | 'xml' | 'csv';

const SAMPLE = 64 * 1024;
const BIFF_VERSIONS = [0, 2, 4, 8];

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** Bytes that may stand before a zip: line breaks, a mark of an encoding, a warning of the program that sent it. */
const BEFORE_ZIP = 4096;

/** The kind of a file by its first bytes; throws a ReadError for an empty file and for what is no price list. */
export async function sniffFile(file: string): Promise<FileKind> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0);
    return sniff(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

function sniff(head: Buffer): FileKind {
  if (head.length === 0) throw new ReadError('EMPTY');
  const signature = head.toString('latin1', 0, 8);
  if (signature.startsWith('\xd0\xcf\x11\xe0')) return 'xls';
  if (head.subarray(0, BEFORE_ZIP).includes(ZIP)) return 'zip';
  const utf16 = utf16Of(head);
  if (utf16) return sniffText(new TextDecoder(utf16).decode(head));
  // A bare BIFF stream without its OLE2 wrapping begins with a record of this number and size.
  if (head[0] === 0x09 && BIFF_VERSIONS.includes(head[1] ?? -1) && head[3] === 0) return 'xls';
  if (!isText(head)) throw new ReadError('NOT_EXCEL');
  return sniffText(head.toString(isUtf8(head) ? 'utf8' : 'latin1').replace(/^(?:\u{feff}|\xef\xbb\xbf)/u, ''));
}

/** Documents that are text on the outside: PDF, RTF, JSON, DIF and SYLK. */
const OTHERS = [
  /^%PDF-/u,
  /^\{\\rtf/u,
  /^\s*(?:\[\s*)?\{\s*(?:"|\})/u,
  /^TABLE\r?\n0,1\r?\n"/u,
  /^ID;P[^\r\n]*\r?\n(?:(?:P;[PFE]|B;[XY]|[FC];[A-Z]|O;|NN;|W;)[^\r\n]*\r?\n){2}/u,
];
/** A web page with its parts in one file begins with the headers of a mail (RFC 2557). */
const MHT = /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*mime-version:/iu;

function sniffText(text: string): FileKind {
  if (OTHERS.some((other) => other.test(text))) throw new ReadError('NOT_EXCEL');
  if (MHT.test(text)) return 'mht';
  if (text.trimStart().startsWith('<')) {
    if (/<office:document\b/u.test(text)) throw new ReadError('FLAT_BOOK');
    // Both kinds may begin with an XML declaration and hold a <Table>.
    return !/<html[\s>]/iu.test(text) && /<\w*:?workbook\b/iu.test(text) ? 'xml' : 'html';
  }
  // Words and nothing else: a list has columns, or numbers at least.
  if (!/[\d;|\t]/u.test(text)) throw new ReadError('NOT_EXCEL');
  return 'csv';
}

const isText = (head: Buffer): boolean =>
  head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1a || byte === 0x1b);

const MARKS = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const;
/** High bytes of characters that price lists use: Latin, Cyrillic, punctuation and signs such as №, frames. */
const HIGH_BYTES = new Set([0x00, 0x04, 0x20, 0x21, 0x22, 0x25]);
const SHARE = 0.98;
const PAIRS_MIN = 4;

/** The UTF-16 of a text, by its mark or by how its first bytes alternate; null for any other text. */
export function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const marked = MARKS.find(([, first, second]) => head[0] === first && head[1] === second);
  if (marked) return marked[0];
  if (alternates(head, 1)) return 'utf-16le';
  return alternates(head, 0) ? 'utf-16be' : null;
}

/** Whether every second byte, from `high` on, is the high byte of a usual sign; some of them ASCII, none a control. */
function alternates(head: Buffer, high: 0 | 1): boolean {
  const pairs = Math.floor(head.length / 2);
  let usual = 0;
  let ascii = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    const upper = head[at + high] as number;
    const lower = head[at + 1 - high] as number;
    if (upper === 0 && lower < 0x20 && lower !== 0x09 && lower !== 0x0a && lower !== 0x0d) return false;
    if (HIGH_BYTES.has(upper)) usual += 1;
    if (upper === 0 && lower < 0x80) ascii += 1;
  }
  return pairs >= PAIRS_MIN && ascii > 0 && usual >= pairs * SHARE;
}
