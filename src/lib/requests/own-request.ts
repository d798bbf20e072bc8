// The one request that this browser is putting together: its typed draft, its offers of today, its sending.
import { atom } from 'nanostores';
import { basket } from './basket.ts';
import { createOffers, requestCalls } from './offers.ts';
import { createDraft, createSending } from './sending.ts';

export const draft = createDraft();
export const offers = createOffers(requestCalls);
export const sendingStore = createSending({ calls: requestCalls, basket, draft, offers });

/** The offers whose field holds no quantity: nothing is sent before they do. */
export const $wrongAmounts = atom<ReadonlySet<number>>(new Set());

export function markAmount(id: number, isRight: boolean): void {
  const wrong = $wrongAmounts.get();
  if (wrong.has(id) !== isRight) return;
  const others = [...wrong].filter((other) => other !== id);
  $wrongAmounts.set(new Set(isRight ? others : [...others, id]));
}
