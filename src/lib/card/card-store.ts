import { atom } from 'nanostores';
import type { Position } from '../../../contract/bridge.ts';
import { matcherOf } from '../../../rules/routes/route-match.ts';
import { ROUTES } from '../../../rules/routes/routes.ts';
import type { Failure } from '../http/failure.ts';
import { type PhotoState, sendPhoto } from '../photo-upload/photo-store.ts';

/** Which card an address asks for. */
export type CardAddress = { readonly id: string } | { readonly alias: string };

export interface CardCalls {
  card(address: CardAddress): Promise<Position>;
  replacePhoto(id: number, photo: File): Promise<Pick<Position, 'photo'>>;
}

export type CardState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly position: Position }
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

/** One product card, shown at once where its position came with the page, and the replacement of its photo. */
export function createCard(calls: CardCalls, given?: Position | null) {
  const $card = atom<CardState>(given ? { phase: 'ready', position: given } : { phase: 'loading' });
  const $photo = atom<PhotoState>({ phase: 'idle' });

  async function load(address: CardAddress): Promise<void> {
    $card.set({ phase: 'loading' });
    try {
      $card.set({ phase: 'ready', position: await calls.card(address) });
    } catch (error) {
      const { failureOf } = await import('../http/failure.ts');
      $card.set({ phase: 'failed', failure: failureOf(error) });
    }
  }

  async function replacePhoto(photo: File): Promise<void> {
    const state = $card.get();
    if (state.phase !== 'ready') return;
    await sendPhoto($photo, photo, async () => {
      const answer = await calls.replacePhoto(state.position.id, photo);
      $card.set({ phase: 'ready', position: { ...state.position, photo: answer.photo } });
    });
  }

  return { $card, $photo, load, replacePhoto };
}
