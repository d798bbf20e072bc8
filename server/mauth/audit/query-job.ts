import type { Job } from '../../database/types.ts';
import { type QueryText, selectInJob } from './select.ts';

/** Runs one query for its rows. */
const run: Job<QueryText, unknown[]> = (connection, query) => selectInJob(connection, query);
export default run;
