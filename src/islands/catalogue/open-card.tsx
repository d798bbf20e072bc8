import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Offer } from '../../../contract/catalogue/parts.ts';
import type { Position } from '../../../contract/catalogue/positions.ts';
import { PHOTO_WIDTH } from '../../../contract/limits.ts';
import { cardFacts, cardOffersView } from '../../../rules/catalogue/card.ts';
import { cardPage, describePage, given, startCardPage } from '../../lib/catalogue/card/card-page.ts';
import { CARD_PLACE } from '../../lib/catalogue/card/card-start.ts';
import { card, cardTitles } from '../../lib/catalogue/card/card-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { photoSources } from '../../lib/platform/picture-addresses.ts';
import { $isAdmin } from '../../lib/platform/session-store.ts';
import { type PhotoState, photoField } from '../../lib/ui/photo-upload.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { chunk } from '../ui/chunk.tsx';
import { PhotoField } from '../ui/PhotoField.tsx';
import { CardDetails, CardOffer, CardOffers, CardOrder, CardSkeleton } from './CardSections.tsx';
import { PartPicture } from './PartPicture.tsx';

/** Draws the card of the address, in place of what stands there. */
export function openCard(): void {
  const place = document.getElementById(CARD_PLACE);
  if (place) {
    createRoot(place).render(
      <Boundary>
        <Card />
      </Boundary>,
    );
  }
  void startCardPage();
}

/** The server has written them into the pages that it fills: loaded elsewhere, and for staff, who change them. */
const Crosses = chunk(() => import('./PartCrosses.tsx'), null);
/** For staff only, so that nobody else loads it. */
const CardHistory = chunk(() => import('./positions/PositionHistory.tsx'), null);

/** The product card of the address; in a page that the server has filled it takes the place of the same card. */
function Card() {
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

/** The file input of the picture: a click on the picture opens it too. */
const FIELD_ID = 'card-photo-field';

interface Props {
  readonly position: Position;
  readonly photo: PhotoState;
  readonly onPhoto: (photo: File) => void;
}

/** The photo of a part, or a drawing of its kind; an administrator replaces it here. */
function CardPhoto({ position, photo, onPhoto }: Props) {
  const isAdmin = useStore($isAdmin);
  const sources = position.photo ? photoSources(position.photo) : null;
  const Picture = isAdmin ? 'label' : 'div';
  return (
    <figure className="card-photo">
      <Picture
        className="card-picture"
        aria-busy={photo.phase === 'sending'}
        {...(isAdmin && { htmlFor: FIELD_ID, title: sources ? photoField.replace : photoField.add })}
      >
        {sources ? (
          <img
            src={sources.src}
            srcSet={sources.srcSet}
            alt={`${position.title}, ${position.article}`}
            width={PHOTO_WIDTH}
            height={(PHOTO_WIDTH * 4) / 5}
          />
        ) : (
          <PartPicture title={position.title} />
        )}
        {photo.phase === 'sending' && <progress aria-label={photoField.sending} />}
      </Picture>
      {!sources && <figcaption className="muted small">{card.noPhoto}</figcaption>}
      {isAdmin && <PhotoField id={FIELD_ID} hasPhoto={sources !== null} state={photo} onPhoto={onPhoto} />}
    </figure>
  );
}
