import { type Job, type QueryText, selectInJob } from './jobs.ts';

/** Job that runs one query and returns its rows. */
const run: Job<QueryText, unknown[]> = (connection, query) => selectInJob(connection, query);
export default run;
