import { type QueryText, selectInJob } from './job-queries.ts';
import type { Job } from './types.ts';

/** Runs one query for its rows. */
const run: Job<QueryText, unknown[]> = (connection, query) => selectInJob(connection, query);
export default run;
