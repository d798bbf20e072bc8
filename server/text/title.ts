import { tidyTitle, titleProblem } from '../../rules/text-limits.ts';
import { withoutUnseen } from './unseen.ts';

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

/** Whether `part` occurs in a title, as literal text, whatever the case. */
export const titleHolds = (title: string, part: string): boolean =>
  title.toLowerCase().includes(part.normalize('NFC').toLowerCase());
