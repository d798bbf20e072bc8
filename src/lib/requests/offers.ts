// What the collected offers of a request cost today and whether they are still sold, with sums; and the calls of a
// buyer about requests.
import { atom } from 'nanostores';
import type { OfferedPosition } from '../../../contract/catalogue/positions.ts';
import type { OffersAnswer, TakenRequest } from '../../../contract/requests/requests.ts';
import { offerTitle } from '../../../rules/catalogue/part.ts';
import { createLatest, type Failure, openBridge, outcomeOf, SessionEnded } from '../platform/http-client.ts';
import { hasSession } from '../platform/session-store.ts';
import type { BasketOffer } from './basket.ts';
import { itemsText, type Wanted } from './request-address.ts';

interface OffersState {
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
    const { value: answer, failure } = await outcomeOf(() => latest.run(() => calls.offers(ids)));
    if (failure) $offers.set({ ...$offers.get(), failure });
    if (!answer) return;
    const { offers, missing } = answer.value;
    const answers = new Map<number, OfferedPosition | null>($offers.get().answers);
    for (const offer of offers) answers.set(offer.id, offer);
    for (const id of missing) answers.set(id, null);
    $offers.set({ answers, failure: null });
  }

  return {
    $offers,
    ask,
    /** Asks when one of these is not known yet. */
    need: async (ids: readonly number[]): Promise<void> => {
      const { answers } = $offers.get();
      if (ids.some((id) => !answers.has(id))) await ask(ids);
    },
  };
}
export type Offers = ReturnType<typeof createOffers>;

/** How an offer stands now, as far as it was asked; null: it is not offered any more. */
type Answers = ReadonlyMap<number, OfferedPosition | null>;

/** An offer of the request beside what it is today. */
export interface Row {
  readonly id: number;
  readonly amount: number;
  readonly article: string;
  readonly title: string;
  readonly place: 'asked' | 'offered' | 'gone';
  /** As it is offered now; null while that is not known, and when it is gone. */
  readonly offer: OfferedPosition | null;
  /** The price that was seen, when it is another one by now. */
  readonly before: string | null;
}

export const rowsOf = (lying: readonly BasketOffer[], answers: Answers): readonly Row[] =>
  lying.map(({ id, amount, price, article, title }) => {
    const offer = answers.get(id);
    return {
      id,
      amount,
      article: offer?.article ?? article,
      title: offer ? offerTitle(offer) : title,
      place: offer === undefined ? 'asked' : offer === null ? 'gone' : 'offered',
      offer: offer ?? null,
      before: offer && price !== null && price !== offer.price ? price : null,
    };
  });

/** Two-decimal texts are counted in kopecks: their sums have no rounding of their own. */
const kopecks = (price: string): number => Math.round(Number(price) * 100);
const text = (sum: number): string => (sum / 100).toFixed(2);

/** The two-decimal price of so many. */
export const sumOf = (price: string, amount: number): string => text(kopecks(price) * amount);

/** What can be had of the request: how many offers, their two-decimal sum, and how many of them have no price. */
export function totalsOf(rows: readonly Row[]) {
  const offered = rows.flatMap(({ offer, amount }) => (offer ? [{ price: offer.price, amount }] : []));
  const sum = offered.reduce((all, { price, amount }) => all + kopecks(price) * amount, 0);
  const unpriced = offered.filter(({ price }) => kopecks(price) === 0).length;
  return { offers: offered.length, total: text(sum), unpriced };
}

/** Whether less is asked for than the offer is sold in. */
export const isTooFew = ({ offer, amount }: Pick<Row, 'offer' | 'amount'>): boolean =>
  offer !== null && amount < (offer.leastAmount ?? 1);

interface SentRequest {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly company: string;
  readonly inn: string;
  readonly city: string;
  readonly carrier: string;
  readonly comment: string;
  readonly consent: boolean;
  /** Stays empty: people do not see its field. */
  readonly website: string;
  readonly items: readonly { readonly positionId: number; readonly amount: number; readonly price: string }[];
}

/** The calls of a buyer's request. All throw what ky throws. */
export const requestCalls = {
  offers: (ids: readonly number[]): Promise<OffersAnswer> =>
    openBridge.get('requests/offers', { searchParams: { ids: ids.join(',') } }).json<OffersAnswer>(),
  file: (items: readonly Wanted[]): Promise<Blob> =>
    openBridge.get('requests/offers.xlsx', { searchParams: { items: itemsText(items) }, timeout: false }).blob(),
  /** Sends a request once, however often it is called under a key; the account of a signed-in sender is kept. */
  async send(json: SentRequest, key: string): Promise<TakenRequest> {
    const options = { json, headers: { 'Idempotency-Key': key } };
    if (hasSession()) {
      const { bridge } = await import('../platform/session.ts');
      try {
        return await bridge.post('requests', options).json<TakenRequest>();
      } catch (error) {
        // A session that has ended meanwhile does not stop it: requests need no session.
        if (!(error instanceof SessionEnded)) throw error;
      }
    }
    return openBridge.post('requests', options).json<TakenRequest>();
  },
};
export type RequestCalls = typeof requestCalls;
