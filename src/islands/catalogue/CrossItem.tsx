import type { PartCross } from '../../../contract/parts.ts';
import { formatPrice } from '../../../rules/format/price.ts';
import { crosses as texts } from '../../lib/crosses/card-cross-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { Amount, Price } from './Stock.tsx';

/** A part that replaces another one: what it is, why it is here, and for how much it is to be had. */
export function CrossItem({ cross: { part, reason } }: { readonly cross: PartCross }) {
  const [offer] = part.best;
  const price = formatPrice(part.priceFrom) ?? '';
  return (
    <li className="cross">
      <div>
        <a className="title" href={offer ? paths.product(offer.alias) : paths.search(part.article)}>
          {part.title}
        </a>
        <p>
          <span className="mono">{part.article}</span> <span className="muted">{part.maker}</span>
        </p>
        <p className="muted small">
          {reason}
          {part.offers > 1 && ` · ${texts.offers(part.offers, price)}`}
        </p>
      </div>
      <div className="cross-offer">
        <Amount amount={part.amount} />
        <Price price={part.priceFrom} />
      </div>
    </li>
  );
}
