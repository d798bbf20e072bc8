import { formatNumber, NBSP } from '../../../rules/format/number.ts';
import { readPriceWords } from '../../../rules/price-list/no-price.ts';

/** How a cell of a column of prices will be read, as far as that is beyond doubt. */
export type PriceReading =
  | { readonly kind: 'price'; readonly text: string }
  | { readonly kind: 'none' }
  /** Words that say nothing of a price: the row will have an error. */
  | { readonly kind: 'words' };

const SPACES = /[\s\p{Zs}]+/gu;
const ROUBLES = /(?:₽|руб\.?|р\.)$/iu;
/** One point or comma with one or two digits behind it, or whole; spaces between thousands. */
const SIMPLE = /^(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d{1,2}))?$/u;

/** Reads a price that can be read in one way only; null leaves the word to the check of the whole file. */
export function readSimplePrice(shown: string, currency: string): PriceReading | null {
  const text = shown.replace(SPACES, ' ').trim();
  if (!/\d/u.test(text)) return { kind: readPriceWords(text) === 'unknown' ? 'words' : 'none' };
  const match = SIMPLE.exec(text.replace(ROUBLES, '').trim());
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  const digits = whole.replaceAll(' ', '');
  if (Number(`${digits}.${fraction || 0}`) === 0) return { kind: 'none' };
  const unit = ROUBLES.test(text) || currency === '' ? '₽' : currency;
  return { kind: 'price', text: `${formatNumber(`${digits}.${fraction.padEnd(2, '0')}`)}${NBSP}${unit}` };
}

/** Whether a text can be an article: it has a letter or a digit. */
export const isArticle = (shown: string): boolean => /[\p{L}\p{N}]/u.test(shown);
