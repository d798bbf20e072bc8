// Starts in the browser on a product card: draws it anew over what the server wrote, with replacements, and photo and
// history for administrators.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { articleNote, cardView, type ShownCard } from '../../../rules/catalogue/card.ts';
import { cardPage, describePage, servedCard, startCardPage } from '../../lib/catalogue/card/card-page.ts';
import { CARD_PLACE } from '../../lib/catalogue/card/card-start.ts';
import { cardTitles } from '../../lib/catalogue/card/card-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { PHOTO_FOLDER } from '../../lib/platform/picture-addresses.ts';
import { $isAdmin } from '../../lib/platform/session-store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { chunk } from '../ui/chunk.tsx';
import { CardSkeleton, ProductCard } from './CardSections.tsx';

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
/** For staff only: other visitors do not load it. */
const CardHistory = chunk(() => import('./positions/PositionHistory.tsx'), null);

/** The card of the address; in a page that the server has filled it takes the place of the same card. */
function Card() {
  const state = useStore(cardPage.$card);
  if (state.phase !== 'ready') return <CardSkeleton />;
  return <CardOf shown={state} />;
}

function CardOf({ shown }: { shown: ShownCard }) {
  const state = useStore(cardPage.$photo);
  const isAdmin = useStore($isAdmin);
  const { id, title, article, alias } = shown.position;
  useEffect(() => {
    // A page that the server has filled describes itself.
    if (!servedCard) describePage(cardTitles(title, article, articleNote(article)), paths.product(alias));
  }, [title, article, alias]);
  const onPhoto = (file: File) => void cardPage.replacePhoto(file);
  return (
    <ProductCard view={cardView(shown, PHOTO_FOLDER)} photo={isAdmin ? { state, onPhoto } : undefined}>
      {article !== '' && (isAdmin || !servedCard) && <Crosses positionId={id} />}
      {isAdmin && <CardHistory id={id} />}
    </ProductCard>
  );
}
