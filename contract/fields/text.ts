// Fields of texts: titles, note markup, file names.
import type { ApiError } from '../errors.ts';
import { TITLE_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

/** A title as it is stored: runs of white space and control characters are one space. */
export const tidyTitle = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** What keeps a tidy title from being stored: nothing in it can be seen, or it is longer than TITLE_MAX. */
export function titleProblem(tidy: string): 'blank' | 'too long' | null {
  if (!/[^\s\p{Cf}]/u.test(tidy)) return 'blank';
  return tidy.length > TITLE_MAX ? 'too long' : null;
}

/** A title as stored, from a form or JSON; null when it is blank or invisible, too long or no text. */
function cleanTitle(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const title = tidyTitle(String(value));
  return titleProblem(title) === null ? title : null;
}

/** A title as cleanTitle stores it, for a row that is distinguished by its title: without invisible characters. */
function cleanReferenceTitle(value: unknown): string | null {
  const title = cleanTitle(value);
  return title === null ? null : cleanTitle(withoutUnseen(title));
}

const titleSchema = {
  type: ['string', 'number'],
  description: `1 to ${TITLE_MAX} characters that can be seen; runs of white space are one blank`,
};

export const title: Field<string> = {
  schema: { ...titleSchema, examples: ['Договор поставки'] },
  read: (value) =>
    (typeof value === 'string' && value.includes('\0') ? null : cleanTitle(value)) ?? new Refusal('invalid title'),
};

/** The title of a row that is distinguished by it. `error`: what the API answers for an invalid title. */
export const referenceTitle = (error: ApiError, example: string): Field<string> => ({
  schema: { ...titleSchema, examples: [example] },
  read: (value) => cleanReferenceTitle(value) ?? new Refusal(error),
});

/** Control, format, private, without width, the blank of Braille: names that differ in these alone look the same. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const EVERY_UNSEEN = new RegExp(UNSEEN.source, 'gu');

/** More marks over one letter than any script uses: they run over the lines above and below. */
const STACKED = /\p{M}{4}/u;

/** Whether a name can be read as it is written: no character is hidden, no letter buried under marks. */
export const isLegible = (name: string): boolean => !UNSEEN.test(name) && !STACKED.test(name.normalize('NFC'));

export const withoutUnseen = (text: string): string => text.replace(EVERY_UNSEEN, '');

/** Cuts off the end all that match `sign` (one character, no `g`), in linear time, which `/[…]+$/` does not take. */
export function cutEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const last = signBefore(text, end);
    if (!sign.test(last)) break;
    end -= last.length;
  }
  return end === text.length ? text : text.slice(0, end);
}

export function cutEnds(text: string, sign: RegExp): string {
  const left = cutEnd(text, sign);
  let start = 0;
  while (start < left.length) {
    const first = String.fromCodePoint(left.codePointAt(start) as number);
    if (!sign.test(first)) break;
    start += first.length;
  }
  return left.slice(start);
}

/** The character that ends at an index, both halves of a surrogate pair. */
const signBefore = (text: string, end: number): string => {
  const whole = text.slice(Math.max(0, end - 2), end);
  return whole.length === 2 && (whole.codePointAt(0) as number) > 0xffff ? whole : text.charAt(end - 1);
};

const encoder = new TextEncoder();

/** Whether a text takes more bytes of UTF-8. A UTF-16 unit takes at most three: shorter texts need no counting. */
export const exceedsBytes = (text: string, most: number): boolean =>
  text.length * 3 > most && (text.length > most || encoder.encode(text).length > most);

/** A text in note markup of at most `most` bytes of UTF-8. `error`: what the API answers for any other value. */
export const markup = (error: ApiError, most: number): Field<string> => ({
  schema: {
    type: 'string',
    description: `Note markup, at most ${most} bytes of UTF-8, without NUL`,
    examples: ['# Доставка\n\nПо городу *бесплатно*.'],
  },
  read: (value, { asMultipart }) => {
    // PostgreSQL stores no NUL, and users type none.
    if (typeof value !== 'string' || value.includes('\0')) return new Refusal(error);
    const text = asMultipart ? value.replaceAll('\r\n', '\n') : value;
    return exceedsBytes(text, most) ? new Refusal('request entity too large') : text;
  },
});

/** Longer than any name that the API generates. */
const NAME_MAX = 100;

/** A stored file by the name that the API returned; null for an invalid name, which no file has. */
export const fileName: Field<string | null> = {
  schema: { description: '`fileName` of one of the files', examples: ['4f1c9a52-scan.pdf'] },
  read: (value) => (typeof value === 'string' && value.length <= NAME_MAX ? value : null),
};
