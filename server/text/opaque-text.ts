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
