import { cutEnds } from '../../../../contract/fields/cut-ends.ts';
import { POSITION_TITLE_MAX } from '../../../../contract/limits.ts';
import { articleKey } from '../../../text/article-key.ts';

/** An article inside a title as 1C writes it: «арт. W712/75», «арт. DA 2578 WCS (шт.)»; up to a comma or a bracket. */
const MARKED = /(?:^|[\s,;(])(?:артикул|арт|art)(?!\p{L})[\s.:№]*([^,;()]{1,60})/iu;
/** Words before its first digit, and words in capitals behind it, belong to such an article. */
const MARKED_WORDS = /^(?:[^\s\d]+\s+){0,2}\S*\d\S*(?:\s+[A-Z\d][A-Z\d./-]*(?!\S)){0,2}/u;
/** Characters of a key from which a word of a title counts as an article: shorter ones are sizes and powers. */
const KEY_MIN = 5;
/** Numbers with a unit, sizes and years: what titles hold besides articles. */
const MEASURE =
  /^(?:[\d.,*xх×/\\-]+(?:мм|см|м|кг|г|гр|л|мл|шт|в|вт|квт|а|ач|ah|v|w|mm|cm|kg|l|ml|pcs|r\d+|г\.?в?)?\.?|[mм]\d{1,2}(?:[xх×][\d.,]+)*|\d{2,3}\/\d{2,3}[a-z])$/iu;
/** Digits that are an article all the same: a whole number of five, or more in groups than a span of years has. */
const DIGITS = /^\d{5,}$|^(?=(?:\D*\d){9})[\d.-]+$/u;
const OUTSIDE = /[\s"'«»()[\],;:.!?]/u;

/** The first word of a title that looks like an article: one that is called so, or a long one with a digit; '' for none. */
export function articleInTitle(whole: string): string {
  const title = whole.slice(0, POSITION_TITLE_MAX);
  const marked = cutEnds(MARKED_WORDS.exec(MARKED.exec(title)?.[1] ?? '')?.[0] ?? '', OUTSIDE);
  if (marked) return marked;
  const words = title.split(/[\s;()«»"]+|,(?!\d)/u).map((word) => cutEnds(word, OUTSIDE));
  return words.find(isArticle) ?? '';
}

function isArticle(word: string): boolean {
  if (!/\d/u.test(word) || [...articleKey(word)].length < KEY_MIN) return false;
  return DIGITS.test(word) || !MEASURE.test(word);
}
