import { MARKDOWN_MAX } from '../../contract/limits.ts';
import { exceedsBytes } from '../../rules/text-limits.ts';

/** Why a text is not stored: it is none, or over the most bytes. */
export type MarkupProblem = 'no text' | 'too large';

/**
 * Note markup as typed. Sent as multipart, a form turns the line ends of its texts into CR LF: that is taken back.
 * The result is a text of at most `most` bytes, or what is wrong with the value.
 */
export function readMarkup(
  value: unknown,
  isMultipart: boolean,
  most = MARKDOWN_MAX,
): { readonly text: string } | { readonly problem: MarkupProblem } {
  // A NUL is nothing that anybody types, and PostgreSQL stores none.
  if (typeof value !== 'string' || value.includes('\0')) return { problem: 'no text' };
  const text = isMultipart ? value.replaceAll('\r\n', '\n') : value;
  return exceedsBytes(text, most) ? { problem: 'too large' } : { text };
}

/** Characters of a well-formed text: a pair of surrogates is one. */
export const lengthOf = (text: string): number => text.replace(/[\ud800-\udbff]/g, '').length;
