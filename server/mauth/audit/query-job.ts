import type { Job } from '../../database/types.ts';
import { type QueryText, select } from './select.ts';

/** Runs one query for its rows. */
const run: Job<QueryText, unknown[]> = (connection, query) => select(connection, query);
export default run;
