import { ALIAS_MAX } from '../../../contract/limits.ts';

/** A word character, then two or more word characters, spaces, dots and hyphens. */
const ALIAS = /^\w[\w .-]{2,}$/;

/** The name of a page as it stands in addresses; null when it cannot be one. */
export function readAlias(value: unknown): string | null {
  const alias = typeof value === 'string' ? value.trim() : '';
  return ALIAS.test(alias) && alias.length <= ALIAS_MAX ? alias : null;
}

/** The number of a version in an address; 0 when it is none. */
export const readVersion = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
