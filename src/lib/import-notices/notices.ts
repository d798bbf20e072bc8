import { noticeCalls } from './notice-calls.ts';
import { createNotices } from './notices-store.ts';

/** The one store of this tab: the menu shows it, and pages renew it that change what it counts. */
export const importNotices = createNotices(noticeCalls);
