import type { Job } from '../../platform/database/jobs.ts';
import { sweepExpired } from './upkeep-batches.ts';

/** The hourly sweep: positions whose price is older than `liveDay` leave the stock. */
const sweep: Job<{ readonly liveDay: number }, number> = (connection, { liveDay }) => sweepExpired(connection, liveDay);

export default sweep;
