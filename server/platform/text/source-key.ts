// What a source of positions names them by where that is not the article: the id of an accounting program, or a title.
import { createHash } from 'node:crypto';

/** The source key of goods that an accounting program names by an id of its own, of at most 250 characters: an index takes it. */
export const sourceKeyOfId = (id: string): string => `id:${id}`;

/** Characters of a title that name a position; further ones say nothing more. */
const TITLE_MAX = 4_000;

/** The source key of a position without an article: its title by letters, digits and signs, and its manufacturer's key; '' for no title. */
export function sourceKeyOfTitle(title: string, manufacturerKey: string): string {
  const said = title
    .slice(0, TITLE_MAX)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .trim();
  if (!/\p{L}/u.test(said)) return '';
  return `title:${createHash('sha256').update(`${said}\n${manufacturerKey}`).digest('base64url')}`;
}

/** The first of the 256 patterns of Braille, which are neither letters nor digits. */
const FIRST_SIGN = 0x2800;
const SIGNS = 16;

/**
 * Stands for the article key of a position that has no article, and so makes a part of it: the same for the same source
 * key, '' for none. It consists of signs that no key of a typed article has, so no query finds it.
 */
export function keyWithoutArticle(sourceKey: string): string {
  if (sourceKey === '') return '';
  const digest = createHash('sha256').update(sourceKey).digest().subarray(0, SIGNS);
  return String.fromCharCode(...[...digest].map((byte) => FIRST_SIGN + byte));
}
