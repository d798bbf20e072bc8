import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Position } from '../../../contract/bridge.ts';
import type { Offer } from '../../../contract/parts.ts';
import { cardFacts } from '../../../rules/card-facts.ts';
import { cardOffersView } from '../../../rules/parts/card-offers-view.ts';
import { cardPage, given } from '../../lib/card/card-page.ts';
import { describePage } from '../../lib/card/describe-page.ts';
import { $isAdmin } from '../../lib/frame/session-store.ts';
import { paths } from '../../lib/paths/paths.ts';
import { card, cardTitles } from '../../lib/position/card-texts.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { chunk } from '../ui/chunk.tsx';
import { CardDetails, CardOffer, CardOrder } from './CardFacts.tsx';
import { CardOffers } from './CardOffers.tsx';
import { CardPhoto } from './CardPhoto.tsx';
import { CardSkeleton } from './CardSkeleton.tsx';

/** The server has written them into the pages that it fills: loaded elsewhere, and for staff, who change them. */
const Crosses = chunk(() => import('./Crosses.tsx'), null);
/** For staff only, so that nobody else loads it. */
const CardHistory = chunk(() => import('../positions/CardHistory.tsx'), null);

/** The product card of the address; in a page that the server has filled it takes the place of the same card. */
export function Card() {
  const state = useStore(cardPage.$card);
  if (state.phase !== 'ready') return <CardSkeleton />;
  return <CardOf position={state.position} offers={state.offers} />;
}

function CardOf({ position, offers }: { position: Position; offers: readonly Offer[] }) {
  const photo = useStore(cardPage.$photo);
  const isAdmin = useStore($isAdmin);
  const { title, article, alias } = position;
  const facts = cardFacts(position);
  useEffect(() => {
    // A page that the server has filled describes itself.
    if (!given) describePage(cardTitles(title, article), paths.product(alias));
  }, [title, article, alias]);
  return (
    <article className="card">
      <div className="card-side">
        <CardPhoto position={position} photo={photo} onPhoto={(file) => void cardPage.replacePhoto(file)} />
        <CardDetails facts={facts} />
      </div>
      <div className="card-body">
        <h1>{title}</h1>
        <p className="card-article">
          <span className="visually-hidden">{card.article}: </span>
          <span className="mono">{article}</span>
          <CopyButton text={article} label={card.copy} done={card.copied} />
          <span className="muted">{facts.maker}</span>
        </p>
        <CardOffer facts={facts} position={position} />
        <CardOffers view={cardOffersView(offers, position)} />
        <CardOrder facts={facts} />
      </div>
      {(isAdmin || !given) && <Crosses positionId={position.id} />}
      {isAdmin && <CardHistory id={position.id} />}
    </article>
  );
}
