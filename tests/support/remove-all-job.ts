import { removePositions } from '../../server/bridge/search/upkeep.ts';
import type { Job } from '../../server/database/types.ts';

/** Removes all positions of brand 1. */
const removeAll: Job<null, number> = (connection) => removePositions(connection, { brandId: 1 });
export default removeAll;
