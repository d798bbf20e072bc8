const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const LATIN_SHIFTED = '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>';

const toCyrillic = new Map<string, string>();
const toLatin = new Map<string, string>();
for (let at = 0; at < LATIN.length; at++) {
  const cyrillic = CYRILLIC.charAt(at);
  toCyrillic.set(LATIN.charAt(at), cyrillic);
  toCyrillic.set(LATIN_SHIFTED.charAt(at), cyrillic.toUpperCase());
  toLatin.set(cyrillic, LATIN.charAt(at));
  toLatin.set(cyrillic.toUpperCase(), LATIN_SHIFTED.charAt(at));
}

const through = (keys: ReadonlyMap<string, string>, text: string): string =>
  Array.from(text, (character) => keys.get(character) ?? character).join('');

/** The text as the same key strokes give it in the Russian layout; other characters stay. */
export const asRussianLayout = (text: string): string => through(toCyrillic, text);

/** The text as the same key strokes give it in the English layout; other characters stay. */
export const asEnglishLayout = (text: string): string => through(toLatin, text);

/** What the text may have been meant to be, had the keyboard been in the other layout: none, one or two readings. */
export function otherLayouts(text: string): string[] {
  const readings: string[] = [];
  if (/[a-z]/i.test(text)) readings.push(asRussianLayout(text));
  if (/[а-яё]/i.test(text)) readings.push(asEnglishLayout(text));
  return readings.filter((reading) => reading !== text);
}
