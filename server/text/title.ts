import { TITLE_MAX } from '../../contract/limits.ts';

/** A title as stored: runs of white space and control characters are one space; null when blank or invisible, too long or no text. */
export function cleanTitle(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const title = String(value)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return /[^\s\p{Cf}]/u.test(title) && title.length <= TITLE_MAX ? title : null;
}

/** Whether `part` occurs in a title, as literal text, whatever the case. */
export const titleHolds = (title: string, part: string): boolean =>
  title.toLowerCase().includes(part.normalize('NFC').toLowerCase());
