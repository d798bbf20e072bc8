import type { OfferedPosition } from '../../contract/offer-terms.ts';
import { formatAmount } from '../format/amount.ts';
import { formatExactPrice } from '../format/price.ts';
import { termsText } from '../format/terms.ts';
import { routeLinks } from '../routes/route-links.ts';

/** An offer ready to be shown; '' where nothing is known. */
export interface OfferView {
  readonly id: string;
  readonly path: string;
  /** Where it lies. */
  readonly stock: string;
  readonly amount: string;
  readonly price: string;
  /** «срок 3 дня, от 10 шт.» */
  readonly terms: string;
  readonly article: string;
  readonly title: string;
  /** The two-decimal price that a request is told was seen. */
  readonly askedPrice: string;
}

/** An offer as browser and server both write it. */
export const offerView = (position: OfferedPosition): OfferView => ({
  id: String(position.id),
  path: routeLinks.product(position.alias),
  stock: position.stock,
  amount: formatAmount(position.amount) ?? '',
  price: formatExactPrice(position.price) ?? '',
  terms: termsText(position),
  article: position.article,
  title: position.title,
  askedPrice: position.price ?? '',
});
