import { atom } from 'nanostores';
import type { OfferedPosition } from '../../../contract/offer-terms.ts';
import { createLatest } from '../browser/latest.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { RequestCalls } from './request-calls.ts';
import type { Answers } from './rows.ts';

export interface OffersState {
  readonly answers: Answers;
  /** Why the newest question was not answered; what was answered before stays. */
  readonly failure: Failure | null;
}

/** How the offers of the request stand now. */
export function createOffers(calls: Pick<RequestCalls, 'offers'>) {
  const $offers = atom<OffersState>({ answers: new Map(), failure: null });
  const latest = createLatest();

  async function ask(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    $offers.set({ ...$offers.get(), failure: null });
    try {
      const answer = await latest.run(() => calls.offers(ids));
      if (!answer) return;
      const { offers, missing } = answer.value;
      const answers = new Map<number, OfferedPosition | null>($offers.get().answers);
      for (const offer of offers) answers.set(offer.id, offer);
      for (const id of missing) answers.set(id, null);
      $offers.set({ answers, failure: null });
    } catch (error) {
      $offers.set({ ...$offers.get(), failure: failureOf(error) });
    }
  }

  return {
    $offers,
    /** Asks for all of these anew. */
    ask,
    /** Asks when one of these is not known yet. */
    need: async (ids: readonly number[]): Promise<void> => {
      const { answers } = $offers.get();
      if (ids.some((id) => !answers.has(id))) await ask(ids);
    },
  };
}
export type Offers = ReturnType<typeof createOffers>;
