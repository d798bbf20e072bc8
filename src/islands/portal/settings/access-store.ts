import { accessCalls } from '../../../lib/api/settings.ts';
import { createAccess } from '../../../lib/stores/access.ts';

/** The access settings of this tab; what is ticked lives as long as the screen. */
export const accessStore = createAccess(accessCalls);
