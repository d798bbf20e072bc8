import { ADMIN_LIST_DEFAULT, ADMIN_LIST_MAX } from '../../../contract/limits.ts';

/** How many rows a page of an administrator's list holds: a wish out of range is clamped. */
export function listLimit(wish: string | undefined): number {
  const number = /^\d{1,6}$/.test(wish ?? '') ? Number(wish) : ADMIN_LIST_DEFAULT;
  return Math.min(Math.max(number, 1), ADMIN_LIST_MAX);
}

/** Characters of a value packed for an address. */
const OPAQUE_TEXT_MAX = 8_000;

/** A value as an opaque text for an address. */
export const packValue = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What such a text holds, unchecked; null for a text that is too long or holds no value. */
export function unpackValue(text: string): unknown {
  if (text.length > OPAQUE_TEXT_MAX) return null;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
