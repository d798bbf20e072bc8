// The request that a buyer collects: offers and quantities, kept on the buyer's device and shared by all tabs. Their
// prices of today are in offers.ts, the sending in sending.ts.
import { persistentMap } from '@nanostores/persistent';
import { REQUEST_AMOUNT_MAX, REQUEST_ITEMS_MAX } from '../../../contract/limits.ts';

type Kept = Record<string, KeptOffer | undefined>;

const UNKNOWN = { amount: 1, price: null, article: '', title: '' } as const;

export interface BasketOffer extends KeptOffer {
  readonly id: number;
}

/** What is known of an offer that is put into the request. */
export type NewOffer = Pick<BasketOffer, 'id'> & Partial<Omit<KeptOffer, 'place'>>;

/** What became of an offer that was to be put in; `full`: there are as many as a request takes; `failed`: the device keeps nothing. */
export type Putting = 'added' | 'full' | 'failed';

/** The offers in their order. */
export const basketOffers = (kept: Readonly<Kept>): readonly BasketOffer[] =>
  Object.entries(kept)
    .flatMap(([id, offer]) => (offer && /^\d{1,15}$/.test(id) ? [{ id: Number(id), ...offer }] : []))
    .sort((one, other) => one.place - other.place || one.id - other.id);

/** The request on this device, the same in all tabs: an entry each, so that no tab undoes what another put in. */
function createBasket() {
  const $kept = persistentMap<Kept>(
    'request:',
    {},
    { encode: JSON.stringify, decode: (stored: string) => readKept(stored) as KeptOffer },
  );
  const lying = () => basketOffers($kept.get());

  /** Whether the device has kept it: a full storage refuses. */
  function keep(id: number, offer: KeptOffer | undefined): boolean {
    try {
      $kept.setKey(String(id), offer);
      return true;
    } catch {
      return false;
    }
  }

  function put({ id, ...offer }: NewOffer): Putting {
    const before = lying();
    const { id: _, ...known } = before.find((other) => other.id === id) ?? { id };
    if (!('place' in known) && before.length >= REQUEST_ITEMS_MAX) return 'full';
    const place = (before.at(-1)?.place ?? 0) + 1;
    return keep(id, { ...UNKNOWN, place, ...known, ...offer }) ? 'added' : 'failed';
  }

  /** Puts several in, as many as there is room for; returns the outcome of the first that was not taken. */
  const putAll = (offers: readonly NewOffer[]): Putting =>
    offers.map((offer) => put(offer)).find((putting) => putting !== 'added') ?? 'added';

  return {
    $kept,
    lying,
    /** Puts an offer in; of one that lies there already the amount and what is known of it are renewed. */
    put,
    putAll,
    /** Changes an offer that lies there; one that another tab has taken out stays out. */
    change(id: number, change: Partial<Omit<KeptOffer, 'place'>>): void {
      const offer = $kept.get()[id];
      if (offer) keep(id, { ...offer, ...change });
    },
    remove: (ids: readonly number[]): void => {
      for (const id of ids) keep(id, undefined);
    },
    replace(offers: readonly NewOffer[]): Putting {
      for (const { id } of lying()) keep(id, undefined);
      return putAll(offers);
    },
    /** Puts these beside those that lie there; amounts of the same offer are added. */
    merge(offers: readonly Pick<BasketOffer, 'id' | 'amount'>[]): Putting {
      const amounts = new Map(lying().map(({ id, amount }) => [id, amount]));
      return putAll(
        offers.map(({ id, amount }) => ({ id, amount: Math.min(REQUEST_AMOUNT_MAX, amount + (amounts.get(id) ?? 0)) })),
      );
    },
  };
}
export type Basket = ReturnType<typeof createBasket>;

/** An offer as it lies in the request on this device; article and title name it still when it is not offered any more. */
interface KeptOffer {
  readonly amount: number;
  /** Offers stand in the order of their places. */
  readonly place: number;
  /** The two-decimal price that was seen and not objected to; null: none was seen yet. */
  readonly price: string | null;
  readonly article: string;
  readonly title: string;
}

const isAmount = (amount: unknown): amount is number =>
  Number.isInteger(amount) && Number(amount) >= 1 && Number(amount) <= REQUEST_AMOUNT_MAX;

/** Reads what lies on the device; undefined for what is no offer. */
function readKept(stored: string): KeptOffer | undefined {
  try {
    const { amount, place, price, article, title } = JSON.parse(stored) as Partial<Record<string, unknown>>;
    if (!isAmount(amount)) return undefined;
    return {
      amount,
      place: typeof place === 'number' ? place : 0,
      price: typeof price === 'string' ? price : null,
      article: typeof article === 'string' ? article : '',
      title: typeof title === 'string' ? title : '',
    };
  } catch {
    return undefined;
  }
}

/** Reads a quantity as people type it, blanks between digits too; null for what is none that can be asked for. */
export function readAmount(typed: string): number | null {
  const digits = typed.replace(/\s/gu, '');
  const amount = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return isAmount(amount) ? amount : null;
}

export const basket = createBasket();
