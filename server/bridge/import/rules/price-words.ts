/** Beginnings of words that stand where a price is told on demand only, in lower case, «ё» as «е». */
export const PRICE_WORDS: readonly string[] = [
  'звон',
  'позвон',
  'запрос',
  'запрашив',
  'договор',
  'уточн',
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
