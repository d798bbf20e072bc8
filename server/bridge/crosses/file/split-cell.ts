import { articleKey } from '../../../text/article-key.ts';

/** Shorter pieces beside a comma without a blank may be one article: «721,05-01». */
const COMMA_MIN = 6;

/**
 * The articles, or makers, of one cell: parted by line breaks and semicolons, and by commas where they can be nothing else: a blank
 * follows, or what stands on both sides is long enough for an article and holds a digit.
 */
export const piecesOf = (text: string): string[] =>
  text
    .split(/[;\r\n]+/u)
    .flatMap(byCommas)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

function byCommas(text: string): string[] {
  const pieces = text.split(',');
  if (pieces.length === 1) return pieces;
  const areArticles = pieces.every((piece) => /\d/u.test(piece) && articleKey(piece).length >= COMMA_MIN);
  return areArticles ? pieces : text.split(/,\s+/u);
}
