import { createRoot } from 'react-dom/client';
import { CARD_PLACE } from '../../lib/card/card-data.ts';
import { startCardPage } from '../../lib/card/card-page.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Card } from './Card.tsx';

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
