import { TITLE_MAX } from '../../contract/limits.ts';
import { withoutUnseen } from './unseen.ts';

/** A title as stored: runs of white space and control characters are one space; null when blank or invisible, too long or no text. */
export function cleanTitle(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const title = String(value)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return /[^\s\p{Cf}]/u.test(title) && title.length <= TITLE_MAX ? title : null;
}

/** A title as cleanTitle stores it, of a row that is told from others by it: without characters that nobody sees. */
export function cleanReferenceTitle(value: unknown): string | null {
  const title = cleanTitle(value);
  return title === null ? null : cleanTitle(withoutUnseen(title));
}

/** Whether `part` occurs in a title, as literal text, whatever the case. */
export const titleHolds = (title: string, part: string): boolean =>
  title.toLowerCase().includes(part.normalize('NFC').toLowerCase());
