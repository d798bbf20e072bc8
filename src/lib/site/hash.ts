/** A short fingerprint of a text, to tell whether it has changed; not for anything that must be hard to forge (FNV-1a, 32 bits, twice). */
export function hashOf(text: string): string {
  let forth = 0x811c9dc5;
  let back = 0x811c9dc5;
  for (let at = 0, end = text.length - 1; at <= end; at++) {
    forth = Math.imul(forth ^ text.charCodeAt(at), 0x01000193);
    back = Math.imul(back ^ text.charCodeAt(end - at), 0x01000193);
  }
  return [forth, back].map((half) => (half >>> 0).toString(36)).join('-');
}
