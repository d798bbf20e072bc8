import type { Position } from '../../contract/bridge.ts';
import { formatAmount } from '../format/amount.ts';
import { formatExactPrice } from '../format/price.ts';
import { routeLinks } from '../routes/route-links.ts';

/** An offer ready to be shown; '' where nothing is known. */
export interface OfferView {
  readonly id: string;
  readonly path: string;
  /** Where it lies. */
  readonly stock: string;
  readonly amount: string;
  readonly price: string;
}

/** An offer as browser and server both write it. */
export const offerView = (position: Position): OfferView => ({
  id: String(position.id),
  path: routeLinks.product(position.alias),
  stock: position.stock,
  amount: formatAmount(position.amount) ?? '',
  price: formatExactPrice(position.price) ?? '',
});
