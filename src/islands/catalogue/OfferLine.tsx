import { AMOUNT_TO_ORDER } from '../../../rules/format/amount.ts';
import { PRICE_ON_REQUEST } from '../../../rules/format/price.ts';
import type { OfferView } from '../../../rules/parts/offer-view.ts';
import { If } from '../ui/Holes.tsx';
import { AddOffer } from './AddOffer.tsx';

/** An offer of a part in a list: where it lies, how many there are and for how much. */
export function OfferLine({ offer }: { offer: OfferView }) {
  return (
    <li className="offer">
      <a className="offer-stock" href={offer.path}>
        {offer.stock}
      </a>
      <If value={offer.amount} otherwise={<span className="tag warn">{AMOUNT_TO_ORDER}</span>}>
        <span className="tag ok">{offer.amount}</span>
      </If>
      <If value={offer.price} otherwise={<span className="price-on-request">{PRICE_ON_REQUEST}</span>}>
        <span className="price">{offer.price}</span>
      </If>
      <If value={offer.terms}>
        <small className="offer-terms">{offer.terms}</small>
      </If>
      <AddOffer offer={offer} />
    </li>
  );
}
