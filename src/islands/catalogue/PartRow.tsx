import { PRICE_ON_REQUEST } from '../../../rules/format/price.ts';
import type { PartView } from '../../../rules/parts/part-view.ts';
import { Each, If } from '../ui/Holes.tsx';
import { OfferLine } from './OfferLine.tsx';
import { PartArticle } from './PartArticle.tsx';
import { PartThumbnail } from './PartThumbnail.tsx';
import { PartTitle } from './PartTitle.tsx';

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
          <PartArticle pieces={part.article} /> <span className="maker">{part.maker}</span>
        </p>
      </div>
      <div className="part-offers">
        <If value={part.offersText}>
          <p className="part-sum">
            <span>{part.offersText}</span>{' '}
            <If value={part.price} otherwise={<span>{PRICE_ON_REQUEST}</span>}>
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
