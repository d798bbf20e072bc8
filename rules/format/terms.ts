import type { OfferTerms } from '../../contract/offer-terms.ts';
import { formatNumber, NBSP } from './number.ts';
import { countOf } from './plural.ts';

/** The least quantity of an order as «от 10 шт.»; '' where one piece will do. */
export const leastText = ({ leastAmount }: Pick<OfferTerms, 'leastAmount'>): string =>
  (leastAmount ?? 0) > 1 ? `от${NBSP}${formatNumber(leastAmount ?? 0)}${NBSP}шт.` : '';

/** The terms of an offer: «срок 3 дня, от 10 шт.»; '' where there is nothing to tell. */
export function termsText(terms: OfferTerms): string {
  const days = terms.deliveryDays ?? 0;
  const delivery = days > 0 ? `срок${NBSP}${countOf(days, ['день', 'дня', 'дней'])}` : '';
  return [delivery, leastText(terms)].filter(Boolean).join(', ');
}
