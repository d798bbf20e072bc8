/** A mail that a folder transport has laid down. */
export interface LaidMail {
  /** Of its file. */
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  /** As in the header. */
  readonly date: string;
  /** The plain form of the letter. */
  readonly text: string;
}

/** Reads a mail as our own folder transport writes it: its text is the first part and in base64. */
export function readLaidMail(name: string, source: string): LaidMail {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const header = (field: string) => new RegExp(`^${field}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  return {
    name,
    to: header('To'),
    subject: decodeWords(header('Subject')),
    date: header('Date'),
    text: Buffer.from(plainPart(source), 'base64').toString('utf8'),
  };
}

/** The coded body of the plain part: behind its headers, up to the boundary. */
function plainPart(source: string): string {
  let at = 0;
  for (const mark of ['Content-Type: text/plain', 'Content-Transfer-Encoding: base64\r\n', '\r\n']) {
    const found = source.indexOf(mark, at);
    if (found === -1) return '';
    at = found + mark.length;
  }
  const end = source.indexOf('\r\n--', at);
  return end === -1 ? '' : source.slice(at, end);
}

/** Encoded words of a header (RFC 2047); blanks between two of them are not part of the text. */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, coded: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(coded, 'base64').toString('utf8') : decodeQuoted(coded),
    );

function decodeQuoted(coded: string): string {
  const bytes = coded
    .replaceAll('_', ' ')
    .replace(/=([0-9A-F]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
