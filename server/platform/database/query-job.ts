// A job that runs one query for its rows.
import { type Job, type QueryText, selectInJob } from './jobs.ts';

const run: Job<QueryText, unknown[]> = (connection, query) => selectInJob(connection, query);
export default run;
