import { atom } from 'nanostores';
import { deskCalls } from './desk-calls.ts';

const $count = atom(0);

/** How many requests nobody has taken up yet; what is known stays while it cannot be asked anew. The one store of this tab. */
export const newRequests = {
  $count,
  async load(): Promise<void> {
    try {
      $count.set((await deskCalls.waiting()).count);
    } catch {}
  },
};
