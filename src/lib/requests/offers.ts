import { atom } from 'nanostores';
import type { OfferedPosition } from '../../../contract/catalogue/positions.ts';
import { createLatest, type Failure, outcomeOf } from '../platform/http-client.ts';
import type { BasketOffer } from './basket.ts';
import type { RequestCalls } from './request-calls.ts';

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

/** The rows of the request, in its order. */
export const rowsOf = (lying: readonly BasketOffer[], answers: Answers): readonly Row[] =>
  lying.map(({ id, amount, price, article, title }) => {
    const offer = answers.get(id);
    return {
      id,
      amount,
      article: offer?.article ?? article,
      title: offer?.title ?? title,
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
