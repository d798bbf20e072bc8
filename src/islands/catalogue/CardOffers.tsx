import { AMOUNT_TO_ORDER } from '../../../rules/format/amount.ts';
import { PRICE_ON_REQUEST } from '../../../rules/format/price.ts';
import type { CardOffersView, CardOfferView } from '../../../rules/parts/card-offers-view.ts';
import { card } from '../../lib/position/card-texts.ts';
import { mailLink, phoneLink, site } from '../../lib/site/site.ts';
import { Each, HOLES, If } from '../ui/Holes.tsx';
import { AddOffer } from './AddOffer.tsx';

/** All offers of the part, the one of this card marked; says so when nobody has any, and whom to ask. */
export function CardOffers({ view }: { view: CardOffersView }) {
  return (
    <>
      <If value={view.ownTerms}>
        <p className="card-terms">{view.ownTerms}</p>
      </If>
      <If value={view.noneInStock}>
        <p className="message card-none">
          <span>
            {card.noneInStock} <a href={phoneLink}>{site.phone}</a>, <a href={mailLink()}>{site.email}</a>.
          </span>
        </p>
      </If>
      <If value={view.offersText}>
        <section className="card-offers">
          <h2>{view.offersText}</h2>
          <ul className="offers">
            <Each of={view.offers}>{(offer) => <CardOfferLine key={offer.id} offer={offer} />}</Each>
          </ul>
        </section>
      </If>
    </>
  );
}

/** The same with holes, for the server to fill. */
export const CardOffersFilling = () => <CardOffers view={HOLES as CardOffersView} />;

function CardOfferLine({ offer }: { offer: CardOfferView }) {
  return (
    <li className="offer">
      <If
        value={offer.own}
        otherwise={
          <a className="offer-stock" href={offer.path}>
            {offer.stock}
          </a>
        }
      >
        <span className="offer-stock own" aria-current="true">
          <b>{offer.stock}</b> <small>{card.thisOne}</small>
        </span>
      </If>
      <If value={offer.amount} otherwise={<span className="tag warn">{AMOUNT_TO_ORDER}</span>}>
        <span className="tag ok">{offer.amount}</span>
      </If>
      <If value={offer.terms}>
        <small className="offer-terms">{offer.terms}</small>
      </If>
      <span className="offer-price">
        <If value={offer.price} otherwise={<span className="price-on-request">{PRICE_ON_REQUEST}</span>}>
          <span className="price">{offer.price}</span>
        </If>
        <If value={offer.date}>
          <small>
            {card.priceOn} {offer.date}
          </small>
        </If>
      </span>
      <AddOffer offer={offer} />
    </li>
  );
}
