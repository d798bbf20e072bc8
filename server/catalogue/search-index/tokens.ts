// What of a position goes into the search index: its keys, word forms, trigrams of articles, brand and stock.
import * as columns from '../../../contract/catalogue/columns.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { rawWords, wordForm, wordsOf } from '../../platform/text/words.ts';

/** Which key of a position an entry of `position_keys` is. */
export const ARTICLE_KIND = 0;
export const CODE_KIND = 1;

/** Shorter pieces of an article have no trigram, so they are indexed as words. */
export const FRAGMENT_MIN = 3;

/** Whether a text is long enough to be looked for inside of keys. */
export const isFragment = (text: string): boolean =>
  text.length >= 2 * FRAGMENT_MIN || Array.from(text).length >= FRAGMENT_MIN;

function addTrigrams(key: string, tokens: Set<string>): void {
  const written = withoutPlus(key);
  // Almost all keys have no character outside the basic plane, and then a slice of the text will do.
  if (!/[\ud800-\udfff]/.test(written)) {
    for (let at = 0; at + FRAGMENT_MIN <= written.length; at++) tokens.add(`#${written.slice(at, at + FRAGMENT_MIN)}`);
    return;
  }
  const characters = Array.from(written);
  for (let at = 0; at + FRAGMENT_MIN <= characters.length; at++)
    tokens.add(`#${characters.slice(at, at + FRAGMENT_MIN).join('')}`);
}

/** A plus would end a token of the word index; the sign of full width never stands in a key. */
const withoutPlus = (key: string): string => key.replaceAll('+', '＋');

export const trigramToken = (trigram: string): string => `#${withoutPlus(trigram)}`;
export const brandToken = (brandId: number): string => `@${brandId}`;
const stockToken = (inStock: number): string => `_s${inStock}`;

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
  const tokens = new Set([stockToken(row.in_stock), brandToken(row.brand_id), ...forms]);
  for (const key of [row.article_key, codeKeyOf(row)]) addTrigrams(key, tokens);
  return [...tokens].join(' ');
}

export type IndexedRow = Pick<columns.PositionRecord, 'id' | columns.ColumnsWith<'searched'>> & {
  readonly article_key: string;
};

export const SEARCHED_COLUMNS = columns.columnsWith('searched');

/** Those whose words go into the index. */
export const WORD_COLUMNS = SEARCHED_COLUMNS.filter(
  (name): name is columns.ColumnsWhere<'searched', 'words'> => columns.POSITION_COLUMNS[name].searched === 'words',
);

/** The columns of an IndexedRow for a query over `positions p JOIN article_keys k ON k.id = p.key_id`. */
export const SELECTED_INDEXED = ['p.id', ...SEARCHED_COLUMNS.map((name) => `p.${name}`), 'k.key AS article_key'].join(
  ', ',
);
