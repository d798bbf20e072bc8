// Rows of parts as buyers see them in search results and among replacements on a card: name, best offers, button for
// the request.
import type { CardCrossesView } from '../../../rules/catalogue/card.ts';
import type { OfferView, PartView } from '../../../rules/catalogue/part.ts';
import { AMOUNT_TO_ORDER, NO_PRICE } from '../../../rules/format/texts.ts';
import { AddOffer } from './AddToRequest.tsx';
import { Each, If } from './Holes.tsx';
import { PartArticle, PartThumbnail, PartTitle } from './PartLabel.tsx';

/** A part in the list: what it is, and its best offers; all of the row leads to its card. */
export function PartRow({ part }: { part: PartView }) {
  return (
    <li className="part">
      <If value={part.group}>
        <p className="part-group">{part.group}</p>
      </If>
      <PartThumbnail part={part} />
      <div className="part-what">
        <a className="title" href={part.path}>
          <PartTitle pieces={part.title} />
        </a>
        <p>
          <PartArticle pieces={part.article} /> <span className="maker">{part.maker}</span>{' '}
          <OfferMarks marks={part.marks} />
        </p>
        <If value={part.machines}>
          <p className="part-machines muted small">{part.machines}</p>
        </If>
      </div>
      <div className="part-offers">
        <If value={part.offersText}>
          <p className="part-sum line apart gap-12 muted small">
            <span>{part.offersText}</span>{' '}
            <If value={part.price} otherwise={<span>{NO_PRICE}</span>}>
              <span className="part-from">{part.price}</span>
            </If>
          </p>
        </If>
        <ul className="offers">
          <Each of={part.best}>{(offer) => <OfferLine key={offer.id} offer={offer} />}</Each>
        </ul>
        <If value={part.all}>
          <p className="part-all">
            <a href={part.path}>{part.all}</a>
          </p>
        </If>
      </div>
    </li>
  );
}

function OfferLine({ offer }: { offer: OfferView }) {
  return (
    <li className="offer">
      <span className="offer-where">
        <a className="offer-stock" href={offer.path}>
          {offer.stock}
        </a>{' '}
        <If value={offer.terms}>
          <small className="offer-terms muted fine">{offer.terms}</small>{' '}
        </If>
        <OfferMarks marks={offer.marks} />
      </span>
      <If value={offer.amount} otherwise={<span className="tag warn">{AMOUNT_TO_ORDER}</span>}>
        <span className="tag ok">{offer.amount}</span>
      </If>
      <If value={offer.price} otherwise={<span className="price-on-request">{NO_PRICE}</span>}>
        <span className="price">{offer.price}</span>
      </If>
      <AddOffer offer={offer} />
      <If value={offer.ownTitle}>
        <small className="offer-own muted fine">{offer.ownTitle}</small>
      </If>
    </li>
  );
}

/** What the title of an offer says of it: «аналог», «уценка: скол». */
export const OfferMarks = ({ marks }: { readonly marks: string }) => (
  <If value={marks}>
    <span className="tag offer-mark">{marks}</span>
  </If>
);

/** «Аналоги и замены» with their offers; nothing where nothing replaces the part. */
export function CardCrosses({ view }: { readonly view: CardCrossesView }) {
  return (
    <If value={view.crossesHeading}>
      <h2>{view.crossesHeading}</h2>
      <ol className="parts" aria-label={view.crossesHeading}>
        <Each of={view.crosses}>{(part) => <PartRow key={part.id} part={part} />}</Each>
      </ol>
      <If value={view.crossesMore}>
        <details className="crosses-more">
          <summary>{view.crossesMore}</summary>
          <ol className="parts" aria-label={view.crossesMore}>
            <Each of={view.otherCrosses}>{(part) => <PartRow key={part.id} part={part} />}</Each>
          </ol>
        </details>
      </If>
    </If>
  );
}
