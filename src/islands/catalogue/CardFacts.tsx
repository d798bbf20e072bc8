import type { Position } from '../../../contract/bridge.ts';
import { AMOUNT_TO_ORDER, formatAmount } from '../../lib/format/amount.ts';
import { formatPrice, PRICE_ON_REQUEST } from '../../lib/format/price.ts';
import { formatSize } from '../../lib/format/size.ts';
import { paths } from '../../lib/paths.ts';
import { mailLink, phoneLink, site } from '../../lib/site.ts';
import { card } from '../../lib/texts/card.ts';

/** Price, stock and the way to order them: the one thing a visitor came for. */
export function CardOffer({ position }: { position: Position }) {
  const price = formatPrice(position.price);
  const amount = formatAmount(position.amount);
  return (
    <div className="panel card-offer">
      <p className="card-price">
        <span className={price ? 'price' : 'price-on-request'}>{price ?? PRICE_ON_REQUEST}</span>
        <span className="muted small">{card.perUnit}</span>
      </p>
      <p className="card-stock">
        <span className={amount ? 'tag ok' : 'tag warn'}>
          {amount ? `${card.inStock} ${amount}` : AMOUNT_TO_ORDER}
        </span>
        <span className="muted small">{position.stock}</span>
      </p>
      <a className="button main no-print" href={phoneLink}>
        {card.call}
      </a>
    </div>
  );
}

/** What is known of the part; sizes that nobody measured are not listed. */
export function CardDetails({ position }: { position: Position }) {
  const rows = [
    [card.manufacturer, position.manufacturer],
    [card.brand, position.brantTitle],
    [card.sizes.length, formatSize(position.length, 'мм')],
    [card.sizes.width, formatSize(position.width, 'мм')],
    [card.sizes.height, formatSize(position.height, 'мм')],
    [card.sizes.weight, formatSize(position.weight, 'кг')],
  ] as const;
  return (
    <section>
      <h2>{card.details}</h2>
      <dl className="facts">
        {rows.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** How to order and how it is delivered. */
export function CardOrder({ position }: { position: Position }) {
  const mail = mailLink(card.mailSubject(position.article), card.mailBody(position.title, position.article));
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
