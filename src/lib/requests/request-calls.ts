import type { MadeRequest, OffersAnswer } from '../../../contract/requests/requests.ts';
import { openBridge, SessionEnded } from '../platform/http-client.ts';
import { hasSession } from '../platform/session-store.ts';
import { itemsText, type Wanted } from './request-address.ts';

/** What is sent. */
export interface SentRequest {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
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
  /** Sends a request once, however often it is called under a key; of somebody signed in it is kept who sends. */
  async send(json: SentRequest, key: string): Promise<MadeRequest> {
    const options = { json, headers: { 'Idempotency-Key': key } };
    if (hasSession()) {
      const { bridge } = await import('../platform/session.ts');
      try {
        return await bridge.post('requests', options).json<MadeRequest>();
      } catch (error) {
        // A session that has ended meanwhile stops nobody: strangers send requests too.
        if (!(error instanceof SessionEnded)) throw error;
      }
    }
    return openBridge.post('requests', options).json<MadeRequest>();
  },
};
export type RequestCalls = typeof requestCalls;
