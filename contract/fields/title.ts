import type { ApiError } from '../errors.ts';
import { TITLE_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';
import { withoutUnseen } from './legible.ts';

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
export function cleanTitle(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const title = tidyTitle(String(value));
  return titleProblem(title) === null ? title : null;
}

/** A title as cleanTitle stores it, of a row that is told from others by it: without characters that nobody sees. */
export function cleanReferenceTitle(value: unknown): string | null {
  const title = cleanTitle(value);
  return title === null ? null : cleanTitle(withoutUnseen(title));
}

const schema = {
  type: ['string', 'number'],
  description: `1 to ${TITLE_MAX} characters that can be seen; runs of white space are one blank`,
};

/** The title of a document or a slide, as its author wrote it. */
export const title: Field<string> = {
  schema: { ...schema, examples: ['Договор поставки'] },
  // A NUL is nothing that anybody types into a title.
  read: (value) =>
    (typeof value === 'string' && value.includes('\0') ? null : cleanTitle(value)) ??
    new Refusal('invalid title'),
};

/** The title of a row that is told from others by it. `error`: what the API says of one that cannot be kept. */
export const referenceTitle = (error: ApiError, example: string): Field<string> => ({
  schema: { ...schema, examples: [example] },
  read: (value) => cleanReferenceTitle(value) ?? new Refusal(error),
});
