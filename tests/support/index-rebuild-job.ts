import { rebuildIndex } from '../../server/catalogue/changes/upkeep-batches.ts';
import type { Job } from '../../server/platform/database/jobs.ts';
import { dumpIndex } from './index-dump.ts';

/** Builds the index of an embedded catalogue anew; resolves to everything in it. */
const rebuild: Job<null, string[]> = async (connection) => {
  if (connection.dialect !== 'sqlite') throw new Error('PostgreSQL holds no index');
  await rebuildIndex(connection);
  return dumpIndex(connection.db);
};
export default rebuild;
