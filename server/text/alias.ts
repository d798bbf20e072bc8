import { ALIAS_MAX } from '../../contract/limits.ts';

const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'j',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'x',
  ц: 'cz',
  ч: 'ch',
  ш: 'sh',
  щ: 'shh',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};

/** Stands in for a text without a single letter or digit that can be written in Latin. */
const NAMELESS = 'position';

const latinOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[а-яё]/g, (letter) => LATIN[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');

/**
 * The address part of a position: its article, title, brand and manufacturer in Latin letters, digits and underscores,
 * at most ALIAS_MAX characters, never empty. Not unique by itself: on a collision the writer takes `aliasWithId`.
 */
export function aliasOf(article: string, title: string, brand: string, manufacturer: string): string {
  const words = latinOf(`${article} ${title} ${brand} ${manufacturer}`).match(/[a-z0-9]+/g) ?? [];
  return cut(words.join('_'), ALIAS_MAX) || NAMELESS;
}

/**
 * The alias that a position takes when its own is taken; at most ALIAS_MAX characters. Unique, because ids are and
 * because no alias of `aliasOf` holds two underscores in a row.
 */
export function aliasWithId(alias: string, id: number): string {
  const end = `__${id}`;
  return cut(alias, ALIAS_MAX - end.length) + end;
}

const cut = (alias: string, length: number): string => alias.slice(0, length).replace(/_+$/, '');
