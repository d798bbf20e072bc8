import { AMOUNT_TO_ORDER, formatAmount } from '../../../rules/format/amount.ts';
import { formatPrice, PRICE_ON_REQUEST } from '../../../rules/format/price.ts';

/** How many are in stock; zero and empty read as «под заказ». */
export function Amount({ amount }: { readonly amount: number | null }) {
  const shown = formatAmount(amount);
  return shown ? (
    <span className="tag ok">{shown}</span>
  ) : (
    <span className="tag warn">{AMOUNT_TO_ORDER}</span>
  );
}

/** The price of one; a zero one sends to the manager. */
export function Price({ price }: { readonly price: string | null }) {
  const shown = formatPrice(price);
  return shown ? (
    <span className="price">{shown}</span>
  ) : (
    <span className="price-on-request">{PRICE_ON_REQUEST}</span>
  );
}
