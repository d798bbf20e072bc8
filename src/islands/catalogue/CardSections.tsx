import type { Position } from '../../../contract/catalogue/positions.ts';
import {
  CARD_DETAILS,
  type CardFacts,
  type CardOffersView,
  type CardOfferView,
} from '../../../rules/catalogue/card.ts';
import { AMOUNT_TO_ORDER, PRICE_ON_REQUEST } from '../../../rules/format/numbers.ts';
import { card } from '../../lib/catalogue/card/card-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { mailLink, phoneLink, site } from '../../lib/platform/site.ts';
import { AddOffer, AddToRequest } from './AddToRequest.tsx';
import { Each, HOLES, If } from './Holes.tsx';

interface Props {
  readonly facts: CardFacts;
}

/** Price, stock and the way to order them: the one thing a visitor came for. */
export function CardOffer({ facts, position }: Props & { readonly position: Position }) {
  const { price, amount, stock } = facts;
  return (
    <div className="panel card-offer">
      <p className="card-price">
        <span className={price ? 'price' : 'price-on-request'}>{price || PRICE_ON_REQUEST}</span>
        {price && <span className="muted small">{card.perUnit}</span>}
      </p>
      <p className="card-stock">
        <span className={amount ? 'tag ok' : 'tag warn'}>{amount ? `${card.inStock} ${amount}` : AMOUNT_TO_ORDER}</span>
        <span className="muted small">{stock}</span>
      </p>
      <AddToRequest offer={position} className="button main" />
      <a className="button no-print" href={phoneLink}>
        {card.call}
      </a>
    </div>
  );
}

/** What is known of the part; sizes that nobody measured are not listed. */
export function CardDetails({ facts }: Props) {
  return (
    <section className="card-facts">
      <h2>{card.details}</h2>
      <dl className="facts">
        {CARD_DETAILS.map(
          ({ fact, label }) =>
            facts[fact] && (
              <div key={fact}>
                <dt>{label}</dt>
                <dd>{facts[fact]}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** How to order and how it is delivered. */
export function CardOrder({ facts }: Props) {
  const mail = mailLink(card.mailSubject(facts.article), card.mailBody(facts.title, facts.article));
  return (
    <div className="card-order">
      <section>
        <h2>{card.order}</h2>
        <p>
          {card.orderCall} <a href={phoneLink}>{site.phone}</a> {card.orderWrite} <a href={mail}>{site.email}</a>.
        </p>
        <p className="muted">{card.orderHint}</p>
      </section>
      <section>
        <h2>{card.delivery}</h2>
        <p>{card.deliveryBy}</p>
        <ul>
          {site.deliveryCompanies.map((company) => (
            <li key={company}>{company}</li>
          ))}
        </ul>
        <p>
          <a href={paths.about('delivery')}>{card.deliveryLink}</a>
        </p>
      </section>
    </div>
  );
}

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

/** The outline of a card of its final size. */
export function CardSkeleton() {
  return (
    <div className="card" aria-busy="true">
      <p className="visually-hidden" role="status">
        {card.loading}
      </p>
      <div className="card-photo" aria-hidden="true">
        <div className="card-picture skeleton" />
      </div>
      <div className="card-body" aria-hidden="true">
        <span className="skeleton bone-title" />
        <span className="skeleton bone-line" />
        <span className="skeleton bone-offer" />
        <span className="skeleton bone-facts" />
      </div>
    </div>
  );
}
