import { formatExactPrice, PRICE_ON_REQUEST } from '../../../rules/format/price.ts';

/** The price of one; a zero one sends to the manager. */
export function Price({ price }: { readonly price: string | null }) {
  const shown = formatExactPrice(price);
  return shown ? (
    <span className="price">{shown}</span>
  ) : (
    <span className="price-on-request">{PRICE_ON_REQUEST}</span>
  );
}
