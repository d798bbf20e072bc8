import { atom } from 'nanostores';
import type { Position } from '../../../contract/bridge.ts';
import { IMAGE_FILE_MAX } from '../../../contract/limits.ts';
import { type Failure, failureOf } from '../api/failure.ts';

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

export type PhotoState =
  | { readonly phase: 'idle' | 'sending' | 'saved' }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** The card that `/catalog/{id}` or `/catalog/product/{alias}` names; null for any other path. */
export function cardAddress(pathname: string): CardAddress | null {
  const alias = /^\/catalog\/product\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (alias !== undefined) return { alias };
  const id = /^\/catalog\/([^/]+)\/?$/.exec(pathname)?.[1];
  return id === undefined ? null : { id };
}

/** What is wrong with a picture before it is sent; null when nothing is. */
function refusalOf(photo: File): string | null {
  if (photo.size > IMAGE_FILE_MAX) return 'too large';
  return photo.type.startsWith('image/') ? null : 'file must be image';
}

/** One product card and the replacement of its photo. */
export function createCard(calls: CardCalls) {
  const $card = atom<CardState>({ phase: 'loading' });
  const $photo = atom<PhotoState>({ phase: 'idle' });

  async function load(address: CardAddress): Promise<void> {
    $card.set({ phase: 'loading' });
    try {
      $card.set({ phase: 'ready', position: await calls.card(address) });
    } catch (error) {
      $card.set({ phase: 'failed', failure: failureOf(error) });
    }
  }

  async function replacePhoto(photo: File): Promise<void> {
    const state = $card.get();
    if (state.phase !== 'ready' || $photo.get().phase === 'sending') return;
    const refusal = refusalOf(photo);
    if (refusal !== null) {
      $photo.set({ phase: 'failed', failure: { kind: 'refused', code: refusal, facts: {} } });
      return;
    }
    $photo.set({ phase: 'sending' });
    try {
      const answer = await calls.replacePhoto(state.position.id, photo);
      $card.set({ phase: 'ready', position: { ...state.position, photo: answer.photo } });
      $photo.set({ phase: 'saved' });
    } catch (error) {
      $photo.set({ phase: 'failed', failure: failureOf(error) });
    }
  }

  return { $card, $photo, load, replacePhoto };
}
