import { accessCalls } from '../../lib/access/access-calls.ts';
import { createAccess } from '../../lib/access/access-store.ts';

/** The access settings of this tab; what is ticked lives as long as the screen. */
export const accessStore = createAccess(accessCalls);
