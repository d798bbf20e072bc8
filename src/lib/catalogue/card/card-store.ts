// State of the card of a part in the browser: fetches offers and photo that the page did not bring, replaces the photo.
import { atom } from 'nanostores';
import type { PartAnswer } from '../../../../contract/catalogue/parts.ts';
import type { Position } from '../../../../contract/catalogue/positions.ts';
import { NOTHING_READ, type ShownCard } from '../../../../rules/catalogue/card.ts';
import { matcherOf, ROUTES } from '../../../../rules/routes.ts';
import type { Failure } from '../../platform/http-client.ts';
import { type PhotoState, sendPhoto } from '../../ui/photo-upload.ts';
import type { CardAddress } from '../catalogue-calls.ts';

interface CardCalls {
  card(address: CardAddress): Promise<Position>;
  part(id: number): Promise<Pick<PartAnswer, 'offers' | 'reading'>>;
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
      const { offers, reading } = await calls.part(position.id).catch(() => ({ offers: [], reading: NOTHING_READ }));
      $card.set({ phase: 'ready', position, offers, reading });
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
