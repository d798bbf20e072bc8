import { chooseEncodingOf, isTextEncoding } from './encoding.ts';
import type { ReadSink } from './sink.ts';

/** Bytes at the beginning in which a document may declare its encoding. */
const DECLARATION = 4096;
const DECLARED = /(?:charset|encoding)\s*=\s*["']?([\w-]{3,})/i;

/**
 * The text of a web page or an XML book: in the encoding that is declared, or in the likeliest one when none is or the
 * bytes do not fit it. The sink is told which.
 */
export function markupText(bytes: Buffer, charset: string | undefined, sink: ReadSink): string {
  const declared = charset ?? DECLARED.exec(bytes.toString('latin1', 0, DECLARATION))?.[1];
  const fitting = declared === undefined ? null : decodedAs(declared, bytes);
  if (fitting) {
    if (isTextEncoding(fitting.encoding)) sink.encoding(fitting.encoding);
    return fitting.text;
  }
  const { encoding, clear } = chooseEncodingOf(bytes);
  sink.encoding(encoding);
  if (!clear) sink.remark({ code: 'encoding-unclear', row: 0, column: null, text: encoding });
  return new TextDecoder(encoding).decode(bytes);
}

function decodedAs(label: string, bytes: Buffer): { encoding: string; text: string } | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return { encoding: decoder.encoding, text: decoder.decode(bytes) };
  } catch {
    return null;
  }
}
