import { createWaiting } from '../portal/waiting-store.ts';
import { deskCalls } from './desk-calls.ts';

/** How many requests nobody has taken up yet. The one store of this tab. */
export const newRequests = createWaiting(async () => (await deskCalls.waiting()).count);
