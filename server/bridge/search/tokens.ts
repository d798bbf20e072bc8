import { articleKey } from '../../text/article-key.ts';
import { rawWords, wordForm, wordsOf } from '../../text/words.ts';
import { type IndexedRow, WORD_COLUMNS } from './indexed-row.ts';

/** Which key of a position an entry of `position_keys` is. */
export const ARTICLE_KIND = 0;
export const CODE_KIND = 1;

/** Shorter pieces of an article have no trigram, so they are indexed as words. */
export const FRAGMENT_MIN = 3;

/** Whether a text is long enough to be looked for inside of keys. */
export const isFragment = (text: string): boolean =>
  text.length >= 2 * FRAGMENT_MIN || Array.from(text).length >= FRAGMENT_MIN;

/** The three-character pieces of a key, each once. */
function trigramsOf(key: string): string[] {
  // Almost all keys have no character outside the basic plane, and then a slice of the text will do.
  const characters = /[\ud800-\udfff]/.test(key) ? Array.from(key) : key;
  const pieces = new Set<string>();
  for (let at = 0; at + FRAGMENT_MIN <= characters.length; at++) {
    const piece = characters.slice(at, at + FRAGMENT_MIN);
    pieces.add(typeof piece === 'string' ? piece : piece.join(''));
  }
  return [...pieces];
}

/** A plus would end a token of the word index; the sign of full width never stands in a key. */
export const trigramToken = (trigram: string): string => `#${trigram.replaceAll('+', '＋')}`;
export const brandToken = (brandId: number): string => `@${brandId}`;
export const stockToken = (inStock: number): string => `_s${inStock}`;

/** The key of the supplier's code, or '' when there is none or it says the same as the article. */
export function codeKeyOf(row: Pick<IndexedRow, 'article_key' | 'code'>): string {
  const key = row.code === '' ? '' : articleKey(row.code);
  return key === row.article_key ? '' : key;
}

/** The word forms by which a position is found, without those of its brand, each once. */
export function wordFormsOf(row: Pick<IndexedRow, 'article' | (typeof WORD_COLUMNS)[number]>): Set<string> {
  const forms = new Set(wordsOf(WORD_COLUMNS.map((name) => row[name]).join(' ')));
  for (const raw of rawWords(row.article)) if (!isFragment(raw)) forms.add(wordForm(raw));
  return forms;
}

/** The document of a position in the word index: word forms, trigrams of its keys, its brand and whether it is in stock. */
export function documentOf(row: IndexedRow, forms: ReadonlySet<string> = wordFormsOf(row)): string {
  const tokens = [stockToken(row.in_stock), brandToken(row.brand_id), ...forms];
  const trigrams = new Set([...trigramsOf(row.article_key), ...trigramsOf(codeKeyOf(row))]);
  for (const trigram of trigrams) tokens.push(trigramToken(trigram));
  return tokens.join(' ');
}
