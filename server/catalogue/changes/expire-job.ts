// The hourly job that takes positions out of stock whose price is older than the shop lets prices count.
import type { Job } from '../../platform/database/jobs.ts';
import { sweepExpired } from './upkeep-batches.ts';

const sweep: Job<{ readonly liveDay: number }, number> = (connection, { liveDay }) => sweepExpired(connection, liveDay);

export default sweep;
