import { articleKey } from '../../../text/article-key.ts';

/** How a spreadsheet shows a long number: `1,0102E+13`. */
const EXPONENT = /^(\d)(?:[.,](\d+))?E\+(\d{1,3})$/iu;

/** What a spreadsheet made of an article when it saved a text file again. */
export interface LostDigits {
  readonly code: 'zeros-lost' | 'digits-lost';
  readonly message: string;
}

/** Tells an article that a spreadsheet took for a number from one that is simply another; null for the latter. */
export function lostByReSaving(article: string, read: string): LostDigits | null {
  const advice = 'скачайте прайс в .xlsx, правьте и загружайте его';
  if (withoutZeros(articleKey(article)) === articleKey(read)) {
    const message = `Артикул «${article}» потерял нули в начале, когда таблицу .csv сохранили заново: ${advice}`;
    return { code: 'zeros-lost', message };
  }
  if (isRounded(article, read)) {
    const message = `Артикул «${article}» стал округлённым числом, когда таблицу .csv сохранили заново: ${advice}`;
    return { code: 'digits-lost', message };
  }
  return null;
}

const withoutZeros = (key: string): string => (/^\d+$/u.test(key) ? key.replace(/^0+(?=\d)/u, '') : key);

function isRounded(article: string, read: string): boolean {
  const [, first, rest = '', exponent] = EXPONENT.exec(read) ?? [];
  if (first === undefined || !/^\d+$/u.test(article)) return false;
  const digits = article.replace(/^0+/u, '');
  // The last digit that is shown may be rounded up.
  return digits.length === Number(exponent) + 1 && digits.startsWith((first + rest).slice(0, -1));
}
