import { createWaiting } from '../portal/waiting-store.ts';
import { docflowCalls } from './document-calls.ts';

/** How many documents wait for the signed-in person's decision. The one store of this tab. */
export const waitingDocuments = createWaiting(docflowCalls.waiting);
