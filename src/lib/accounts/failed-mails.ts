import { createWaiting } from '../portal/waiting-store.ts';
import { askFailedMails } from './account-calls.ts';

/** How many mails were given up and can still be sent by hand. The one store of this tab. */
export const failedMails = createWaiting(askFailedMails);
