import type { Failure } from '../http/failure.ts';
import { paths } from '../paths/paths.ts';
import { card } from '../position/card-texts.ts';
import { leaveFlash } from '../tab/flash.ts';
import { leaveToAuth } from '../trouble/leave.ts';
import { givenCard } from './card-data.ts';
import { cardAddress, createCard } from './card-store.ts';

/** What the server has filled into this page already. */
export const given = givenCard();

/** The card of this page. Calls are loaded only where the card did not come with it, or an administrator changes something. */
export const cardPage = createCard(
  {
    card: async (address) => (await import('../catalogue/search-calls.ts')).askCard(address),
    offers: async (id) => (await import('../catalogue/search-calls.ts')).askOffers(id),
    replacePhoto: async (id, photo) =>
      (await import('../price-lists/price-list-calls.ts')).replacePhoto(id, photo),
  },
  given,
);

/** Asks to sign in when the session ended meanwhile: the field for photos is gone with it. */
cardPage.$photo.listen((photo) => {
  if (photo.phase === 'failed' && photo.failure.kind === 'login') leaveToAuth(photo.failure);
});

function leave(failure: Pick<Failure, 'kind'>): void {
  if (failure.kind !== 'missing') {
    leaveToAuth(failure);
    return;
  }
  leaveFlash(card.gone);
  location.replace(paths.catalog);
}

/** Loads the card that the address names, unless it came with the page; an old alias is replaced by the current one, a failure leads on. */
export async function startCardPage(): Promise<void> {
  const address = cardAddress(location.pathname);
  if (address === null || given) return;
  if (given === null) {
    leave({ kind: 'missing' });
    return;
  }
  await cardPage.load(address);
  const state = cardPage.$card.get();
  if (state.phase === 'failed') leave(state.failure);
  if (state.phase !== 'ready' || !('alias' in address)) return;
  if (encodeURIComponent(state.position.alias) === address.alias) return;
  history.replaceState(null, '', paths.product(state.position.alias) + location.search + location.hash);
}
