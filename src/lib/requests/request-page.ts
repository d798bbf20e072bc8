import { atom } from 'nanostores';
import { basket } from './basket.ts';
import { createOffers } from './offers.ts';
import { requestCalls } from './request-calls.ts';
import { createDraft, createSending } from './sending.ts';

/** The stores of the page of the request. */
export const draft = createDraft();
export const offers = createOffers(requestCalls);
export const sendingStore = createSending({ calls: requestCalls, basket, draft, offers });

/** The offers whose field holds no quantity: nothing is sent before they do. */
export const $wrongAmounts = atom<ReadonlySet<number>>(new Set());

/** Tells whether the field of an offer holds a quantity. */
export function markAmount(id: number, isRight: boolean): void {
  const wrong = $wrongAmounts.get();
  if (wrong.has(id) !== isRight) return;
  const others = [...wrong].filter((other) => other !== id);
  $wrongAmounts.set(new Set(isRight ? others : [...others, id]));
}
