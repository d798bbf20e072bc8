import { askCard } from './api/bridge.ts';
import type { Failure } from './api/failure.ts';
import { leaveFlash } from './flash.ts';
import { leaveToAuth } from './leave.ts';
import { paths } from './paths.ts';
import { cardAddress, createCard } from './stores/card.ts';
import { card } from './texts/card.ts';

/** The card of this page. Its editing is loaded only when an administrator changes something. */
export const cardPage = createCard({
  card: askCard,
  replacePhoto: async (id, photo) => (await import('./api/bridge-admin.ts')).replacePhoto(id, photo),
});

/** Asks to sign in when the session ended meanwhile: the field for photos is gone with it. */
cardPage.$photo.listen((photo) => {
  if (photo.phase === 'failed' && photo.failure.kind === 'login') leaveToAuth(photo.failure);
});

function leave(failure: Failure): void {
  if (failure.kind !== 'missing') {
    leaveToAuth(failure);
    return;
  }
  leaveFlash(card.gone);
  location.replace(paths.catalog);
}

/** Loads the card that the address names; an old alias is replaced by the current one, a failure leads on. */
export async function startCardPage(): Promise<void> {
  const address = cardAddress(location.pathname);
  if (address === null) return;
  await cardPage.load(address);
  const state = cardPage.$card.get();
  if (state.phase === 'failed') leave(state.failure);
  if (state.phase !== 'ready' || !('alias' in address)) return;
  if (encodeURIComponent(state.position.alias) === address.alias) return;
  history.replaceState(null, '', paths.product(state.position.alias) + location.search + location.hash);
}
