// The card of a product once its island is loaded in the browser: fetches what did not come with the page, replaces
// photos, leaves cards that are gone.
import { atom } from 'nanostores';
import type { Offer } from '../../../../contract/catalogue/parts.ts';
import type { Position } from '../../../../contract/catalogue/positions.ts';
import { matcherOf, ROUTES } from '../../../../rules/routes.ts';
import { leaveToAuth } from '../../platform/failure-texts.ts';
import type { Failure } from '../../platform/http-client.ts';
import { paths } from '../../platform/paths.ts';
import { site } from '../../platform/site.ts';
import { leaveFlash } from '../../platform/tab-memory.ts';
import { type PhotoState, sendPhoto } from '../../ui/photo-upload.ts';
import type { CardAddress } from '../catalogue-calls.ts';
import { readServedCard, type ShownCard } from './card-start.ts';
import { card } from './card-texts.ts';

export const servedCard = readServedCard();

/** The card of this page. Calls are loaded only where the card did not come with it, or an administrator changes something. */
export const cardPage = createCard(
  {
    card: async (address) => (await import('../catalogue-calls.ts')).askCard(address),
    offers: async (id) => (await import('../catalogue-calls.ts')).askOffers(id),
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

interface CardCalls {
  card(address: CardAddress): Promise<Position>;
  offers(id: number): Promise<readonly Offer[]>;
  replacePhoto(id: number, photo: File): Promise<Pick<Position, 'photo'>>;
}

type CardState =
  | { readonly phase: 'loading' }
  | ({ readonly phase: 'ready' } & ShownCard)
  | { readonly phase: 'failed'; readonly failure: Failure };

const matchAlias = matcherOf(ROUTES.product);
const matchId = matcherOf(ROUTES.card);

/** The card that `/catalog/{id}` or `/catalog/product/{alias}` names; null for any other path. */
export function cardAddress(pathname: string): CardAddress | null {
  const alias = matchAlias(pathname)?.[1];
  if (alias !== undefined) return { alias };
  const id = matchId(pathname)?.[1];
  return id === undefined ? null : { id };
}

/** One product card, shown at once where it came with the page, and the replacement of its photo. */
export function createCard(calls: CardCalls, given?: ShownCard | null) {
  const $card = atom<CardState>(given ? { phase: 'ready', ...given } : { phase: 'loading' });
  const $photo = atom<PhotoState>({ phase: 'idle' });

  async function load(address: CardAddress): Promise<void> {
    $card.set({ phase: 'loading' });
    try {
      const position = await calls.card(address);
      // A card without the other offers is still a card.
      const offers = await calls.offers(position.id).catch(() => []);
      $card.set({ phase: 'ready', position, offers });
    } catch (error) {
      const { failureOf } = await import('../../platform/http-client.ts');
      $card.set({ phase: 'failed', failure: failureOf(error) });
    }
  }

  async function replacePhoto(photo: File): Promise<void> {
    const state = $card.get();
    if (state.phase !== 'ready') return;
    await sendPhoto($photo, photo, async () => {
      const answer = await calls.replacePhoto(state.position.id, photo);
      $card.set({ ...state, position: { ...state.position, photo: answer.photo } });
    });
  }

  return { $card, $photo, load, replacePhoto };
}
