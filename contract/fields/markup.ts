import type { ApiError } from '../errors.ts';
import { type Field, Refusal, type Sent } from './field.ts';

/** Why a text is not stored: it is none, or over the most bytes. */
export type MarkupProblem = 'no text' | 'too large';

const encoder = new TextEncoder();

/** Whether a text takes more bytes of UTF-8. A UTF-16 unit takes at most three: shorter texts need no counting. */
export const exceedsBytes = (text: string, most: number): boolean =>
  text.length * 3 > most && (text.length > most || encoder.encode(text).length > most);

/** Note markup as typed, of at most `most` bytes; or what is wrong with the value. */
export function readMarkup(
  value: unknown,
  { asMultipart }: Sent,
  most: number,
): { readonly text: string } | { readonly problem: MarkupProblem } {
  // A NUL is nothing that anybody types, and PostgreSQL stores none.
  if (typeof value !== 'string' || value.includes('\0')) return { problem: 'no text' };
  const text = asMultipart ? value.replaceAll('\r\n', '\n') : value;
  return exceedsBytes(text, most) ? { problem: 'too large' } : { text };
}

/** A text in note markup of at most `most` bytes of UTF-8. `error`: what the API says of what is no text. */
export const markup = (error: ApiError, most: number): Field<string> => ({
  schema: {
    type: 'string',
    description: `Note markup, at most ${most} bytes of UTF-8, without NUL`,
    examples: ['# Доставка\n\nПо городу *бесплатно*.'],
  },
  read: (value, sent) => {
    const read = readMarkup(value, sent, most);
    if ('text' in read) return read.text;
    return new Refusal(read.problem === 'too large' ? 'request entity too large' : error);
  },
});
