import { STANDING_ACTIONS } from '../../../contract/actions.ts';
import type { Role } from '../../../contract/informator.ts';

/** Whether the first role, the one that decides, works on requests of buyers. */
export const hasRequests = ([role]: readonly Role[]): boolean =>
  role?.actions?.some(({ title }) => title === STANDING_ACTIONS.requests) === true;
