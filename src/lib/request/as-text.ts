import { formatNumber } from '../../../rules/format/number.ts';
import { formatPrice, PRICE_ON_REQUEST } from '../../../rules/format/price.ts';
import { request as texts, totalText } from './request-texts.ts';
import { type Row, sumOf, totalsOf } from './rows.ts';

function lineOf({ offer, amount }: Row, index: number): string {
  if (!offer) return '';
  const { article, title, manufacturer, brantTitle, price } = offer;
  const pieces = `${formatNumber(amount)}\u00a0шт`;
  const one = formatPrice(price);
  const cost = one
    ? `${pieces} × ${one} = ${formatPrice(sumOf(price, amount))}`
    : `${pieces}, ${PRICE_ON_REQUEST.toLowerCase()}`;
  return `${index + 1}. ${article} ${title} (${manufacturer || brantTitle}): ${cost}`;
}

/** The request as a text for mails and messengers; what is not offered any more is left out. */
export function requestText(rows: readonly Row[]): string {
  const offered = rows.filter(({ offer }) => offer);
  return [`${texts.heading}:`, ...offered.map(lineOf), totalText(totalsOf(rows))].join('\n');
}
