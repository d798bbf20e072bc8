/** Builds the alias of a position, its part of an address, in Latin letters. */
import { cutEnd } from '../../../contract/fields/text.ts';
import { ALIAS_MAX } from '../../../contract/limits.ts';

const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а a, б b, в v, г g, д d, е e, ё yo, ж zh, з z, и i, й j, к k, л l, м m, н n, о o, п p, р r, с s, т t, у u, ф f, ' +
    'х x, ц cz, ч ch, ш sh, щ shh, ъ , ы y, ь , э e, ю yu, я ya'
  )
    .split(', ')
    .map((entry) => entry.split(' ')),
);

/** Stands in for a text without a single letter or digit that can be written in Latin. */
const NAMELESS = 'position';

/** Latin spelling of a frequent character in lower case, '' separates words; `undefined` needs Unicode rules. */
const WRITTEN: (string | undefined)[] = Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z0-9]/.test(character) ? character : '';
});
/** Letters that are audible only in other letters. */
const SILENT = ' ';
for (const [letter, latin] of Object.entries(LATIN)) WRITTEN[letter.charCodeAt(0)] = latin || SILENT;

function latinWords(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  let words = '';
  let isParted = false;
  for (let at = 0; at < lower.length; at++) {
    const written = WRITTEN[lower.charCodeAt(at)];
    if (written === undefined) return wordsByUnicodeRules(lower);
    if (written === '') isParted = true;
    else if (written !== SILENT) {
      words += isParted && words !== '' ? `_${written}` : written;
      isParted = false;
    }
  }
  return words;
}

const wordsByUnicodeRules = (lower: string): string => {
  const latin = lower.replace(/[а-яё]/g, (letter) => LATIN[letter] ?? '').normalize('NFKD');
  return (latin.replace(/\p{M}+/gu, '').match(/[a-z0-9]+/g) ?? []).join('_');
};

/** Latin letters, digits, underscores; 1 to ALIAS_MAX. Not unique: on a collision the writer takes `aliasWithId`. */
export const aliasOf = (article: string, title: string, brand: string, manufacturer: string): string =>
  cut(latinWords(`${article} ${title} ${brand} ${manufacturer}`), ALIAS_MAX) || NAMELESS;

/** The alias of a position whose own is taken: unique, as no alias of `aliasOf` has two underscores in a row. */
export function aliasWithId(alias: string, id: number): string {
  const end = `__${id}`;
  return cut(alias, ALIAS_MAX - end.length) + end;
}

const cut = (alias: string, length: number): string => cutEnd(alias.slice(0, length), /_/);
