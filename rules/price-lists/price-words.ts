/** Beginnings of words that stand where a price is told on demand only, in lower case, «ё» as «е». */
const PRICE_WORDS: readonly string[] = [
  'звон',
  'позвон',
  'запрос',
  'запрашив',
  'договор',
  'уточн',
  'спрос',
  'спрашив',
  'узнав',
  'согласов',
  'индивидуальн',
  'отсутств',
  'нет',
  'дзвон',
  'домовлен',
  'call',
  'request',
  'n/a',
];

const WORDS = new RegExp(`(?<!\\p{L})(?:${PRICE_WORDS.join('|')})`, 'u');

/** What a text that is no number says of a price: nothing (a dash), that there is none now, or something unknown. */
export function readPriceWords(text: string): 'blank' | 'none' | 'unknown' {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'blank';
  return WORDS.test(text.toLowerCase().replaceAll('ё', 'е')) ? 'none' : 'unknown';
}
