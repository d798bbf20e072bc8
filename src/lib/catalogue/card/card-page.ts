// The card of a product once its island is loaded in the browser: fetches what did not come with the page, replaces
// photos, leaves cards that are gone.
import { leaveToAuth } from '../../platform/failure-texts.ts';
import type { Failure } from '../../platform/http-client.ts';
import { paths } from '../../platform/paths.ts';
import { site } from '../../platform/site.ts';
import { leaveFlash } from '../../platform/tab-memory.ts';
import { readServedCard } from './card-start.ts';
import { cardAddress, createCard } from './card-store.ts';
import { card } from './card-texts.ts';

export const servedCard = readServedCard();

/** The card of this page. Calls are loaded only where the card did not come with it, or an administrator changes something. */
export const cardPage = createCard(
  {
    card: async (address) => (await import('../catalogue-calls.ts')).askCard(address),
    part: async (id) => (await import('../catalogue-calls.ts')).askPart(id),
    replacePhoto: async (id, photo) => (await import('../positions-calls.ts')).replacePhoto(id, photo),
  },
  servedCard,
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
  if (address === null || servedCard) return;
  if (servedCard === null) {
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

interface Texts {
  readonly title: string;
  readonly description: string;
}

/** Sets the title, description and own address of what a shell shows now, for tab, search engines and shared links. */
export function describePage({ title, description }: Texts, path: string): void {
  const address = site.url + path;
  document.title = title;
  setMeta('name', 'description', description);
  setMeta('property', 'og:title', title);
  setMeta('property', 'og:description', description);
  setMeta('property', 'og:url', address);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]') ?? document.createElement('link');
  canonical.rel = 'canonical';
  canonical.href = address;
  document.head.append(canonical);
}

function setMeta(key: 'name' | 'property', value: string, content: string): void {
  const meta = document.querySelector(`meta[${key}="${value}"]`) ?? document.createElement('meta');
  meta.setAttribute(key, value);
  meta.setAttribute('content', content);
  document.head.append(meta);
}
