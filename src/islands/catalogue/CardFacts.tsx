import type { Position } from '../../../contract/bridge.ts';
import { CARD_DETAILS, type CardFacts } from '../../../rules/card-facts.ts';
import { AMOUNT_TO_ORDER } from '../../../rules/format/amount.ts';
import { PRICE_ON_REQUEST } from '../../../rules/format/price.ts';
import { paths } from '../../lib/paths/paths.ts';
import { card } from '../../lib/position/card-texts.ts';
import { mailLink, phoneLink, site } from '../../lib/site/site.ts';
import { AddToRequest } from '../request/AddToRequest.tsx';

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
        <span className={amount ? 'tag ok' : 'tag warn'}>
          {amount ? `${card.inStock} ${amount}` : AMOUNT_TO_ORDER}
        </span>
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
          {card.orderCall} <a href={phoneLink}>{site.phone}</a> {card.orderWrite}{' '}
          <a href={mail}>{site.email}</a>.
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
