import { LIST_ADDRESS_MAX } from '../../../contract/limits.ts';
import { linesOf } from '../../../rules/list-lines/lines.ts';

const BEGINNING = '#list=';

/** A list as the end of an address, which no server is told; null where it is too long to be sent on. */
export function listHash(text: string): string | null {
  const hash = BEGINNING + encodeURIComponent(linesOf(text).join('\n').toWellFormed());
  return hash.length > LIST_ADDRESS_MAX ? null : hash;
}

/** The list in the end of an address; null where there is none, or one that cannot be read. */
export function listInHash(hash: string): string | null {
  if (!hash.startsWith(BEGINNING)) return null;
  try {
    const text = decodeURIComponent(hash.slice(BEGINNING.length));
    return linesOf(text).length > 0 ? text : null;
  } catch {
    return null;
  }
}
