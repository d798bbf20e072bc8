// Reads cells of a price list that have words in place of a price («звоните», «по запросу»), for preview and import.

/** Beginnings of words in place of a price that is given on demand only, in lower case, «ё» as «е». */
const PRICE_WORDS =
  'звон|позвон|запрос|запрашив|договор|уточн|спрос|спрашив|узнав|согласов|индивидуальн|отсутств|нет|дзвон|домовлен|' +
  'call|request|n/a';

const WORDS = new RegExp(`(?<!\\p{L})(?:${PRICE_WORDS})`, 'u');

/** Reads a price cell that is no number: nothing (a dash), no price now, or something unknown. */
export function readPriceWords(text: string): 'blank' | 'none' | 'unknown' {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'blank';
  return WORDS.test(text.toLowerCase().replaceAll('ё', 'е')) ? 'none' : 'unknown';
}
