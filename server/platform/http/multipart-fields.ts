// Reads the text fields of a multipart body.
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** A body is no multipart form, or ends before its closing delimiter. */
export class NoMultipart extends Error {}

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
 * The text fields of a whole body in their order (RFC 7578), without files: for very many short fields, while bodies
 * with files are read as a stream, see upload.ts. Throws NoMultipart at the first fault.
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
