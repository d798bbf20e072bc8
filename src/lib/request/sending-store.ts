import { atom } from 'nanostores';
import type { MadeRequest } from '../../../contract/requests.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import { tabMemory } from '../tab/tab-memory.ts';
import type { Basket } from './basket-store.ts';
import { refusalsOf } from './check-form.ts';
import type { Draft } from './draft-store.ts';
import type { Offers } from './offers-store.ts';
import type { RequestCalls } from './request-calls.ts';
import type { Row } from './rows.ts';

/** A request that was taken, as the thanks tell of it. */
export interface Sent {
  readonly number: number;
  /** Where a mail went; empty when no address was given. */
  readonly email: string;
}

export type SendingState =
  | { readonly phase: 'idle' | 'sending' }
  | { readonly phase: 'sent'; readonly sent: Sent }
  /** Codes of the API, known before the call: nothing was sent. */
  | { readonly phase: 'unsendable'; readonly codes: readonly string[] }
  | { readonly phase: 'refused'; readonly failure: Failure };

interface Needs {
  readonly calls: Pick<RequestCalls, 'send'>;
  readonly basket: Basket;
  readonly draft: Draft;
  readonly offers: Pick<Offers, 'ask'>;
  readonly memory?: typeof tabMemory;
}

/** Session storage key of the request that was sent last: the thanks outlive a reload. */
const SENT = 'request.sent';

function readSent(stored: string | null): Sent | null {
  try {
    const { number, email } = JSON.parse(stored ?? '') as Partial<Record<keyof Sent, unknown>>;
    return typeof number === 'number' && typeof email === 'string' ? { number, email } : null;
  } catch {
    return null;
  }
}

/** The sending of the request, once under its key; what was typed stays until it is taken. */
export function createSending({ calls, basket, draft, offers, memory = tabMemory }: Needs) {
  const sentBefore = readSent(memory.getItem(SENT));
  const $sending = atom<SendingState>(sentBefore ? { phase: 'sent', sent: sentBefore } : { phase: 'idle' });

  function take({ number }: MadeRequest, ids: readonly number[], email: string): void {
    const sent = { number, email };
    memory.setItem(SENT, JSON.stringify(sent));
    // What another tab has put in meanwhile was not sent, and stays.
    basket.remove(ids);
    draft.forget();
    $sending.set({ phase: 'sent', sent });
  }

  return {
    $sending,
    /** Sends what is offered of these rows at the prices that they show. */
    async send(
      rows: readonly Row[],
      { consent, website }: { consent: boolean; website: string },
    ): Promise<void> {
      if ($sending.get().phase === 'sending') return;
      const { key: _, ...typed } = draft.$draft.get();
      const codes = refusalsOf({ ...typed, consent, website });
      if (codes.length > 0) {
        $sending.set({ phase: 'unsendable', codes });
        return;
      }
      $sending.set({ phase: 'sending' });
      const items = rows.flatMap(({ id, amount, offer }) =>
        offer ? [{ positionId: id, amount, price: offer.price }] : [],
      );
      try {
        const made = await calls.send({ ...typed, consent, website, items }, draft.key());
        // What is gone was told to be left out: it does not stay either.
        const ids = rows.map(({ id }) => id);
        take(made, ids, typed.email.trim());
      } catch (error) {
        const failure = failureOf(error);
        if (failure.code === 'prices changed' || failure.code === 'positions not found')
          await offers.ask(rows.map(({ id }) => id));
        $sending.set({ phase: 'refused', failure });
      }
    },
    /** The key has made a request of another content already: what lies here now is to be sent as one of its own. */
    asOther: (): void => draft.type({ key: '' }),
    /** The thanks are read. */
    forget(): void {
      memory.removeItem(SENT);
      $sending.set({ phase: 'idle' });
    },
  };
}
