/** The normalised key under which articles are stored and searched. */

/** Longest article key, characters: keeps the key inside what a B-tree index of either database accepts. */
const ARTICLE_KEY_MAX = 200;

/** Cyrillic letters that a Latin letter or a digit looks like; a final sigma would depend on separators. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  'а a, в b, е e, ё e, з 3, к k, м m, н h, о 0, р p, с c, т t, у y, х x, і i, ї i, ј j, ѕ s, o 0, ς σ'
    .split(', ')
    .map((entry) => entry.split(' ')),
);

/** Key of each character of the two usual alphabets; `undefined` marks the ones that need Unicode rules. */
const folded: (string | undefined)[] = [];
for (let code = 0; code < 0x460; code++) {
  if (code >= 0x80 && code < 0x400) continue;
  const lower = String.fromCharCode(code).toLowerCase();
  folded[code] = /[\p{L}\p{N}]/u.test(lower) ? (LOOK_ALIKES[lower] ?? lower) : '';
}

// A plus counts or not depending on its neighbours.
folded['+'.charCodeAt(0)] = undefined;

/** Signs that compatibility normalisation would spell out as letters. */
const SPELT_SIGNS = /[№℗℠™]/gu;

/** A plus next to a digit distinguishes articles: «BL-25» and «BL+25», «10+2» and «102». */
function keyByUnicodeRules(text: string): string {
  const lower = text.replace(SPELT_SIGNS, '').normalize('NFKC').toLowerCase();
  let key = '';
  let last = '';
  let isPlus = false;
  for (const character of lower) {
    if (character === '+') isPlus = true;
    if (!/[\p{L}\p{N}]/u.test(character)) continue;
    const next = LOOK_ALIKES[character] ?? character;
    if (isPlus && last !== '' && (isDigit(last) || isDigit(next))) key += '+';
    key += next;
    last = next;
    isPlus = false;
  }
  return key.normalize('NFKC');
}

const isDigit = (character: string): boolean => /\p{N}/u.test(character);

/**
 * The key under which an article is stored and looked up: lower case, Latin for Cyrillic look-alikes, З as 3, О as 0,
 * no separators but a plus next to a digit; leading zeros and Cyrillic letters without a look-alike stay. At most
 * ARTICLE_KEY_MAX characters; '' without letters and digits. A key has itself as key.
 */
export function articleKey(text: string): string {
  let key = '';
  for (let at = 0; at < text.length; at++) {
    const piece = folded[text.charCodeAt(at)];
    if (piece === undefined) {
      key = keyByUnicodeRules(text);
      break;
    }
    key += piece;
  }
  if (key.length <= ARTICLE_KEY_MAX) return key;
  // A plus at the end would be dropped from the key of the key.
  return [...key].slice(0, ARTICLE_KEY_MAX).join('').replace(/\+$/u, '');
}

/** The key by which manufacturers are compared: as for articles, without any plus; '' for a blank or a dash. */
export const manufacturerKey = (text: string): string => articleKey(text).replaceAll('+', '');
