// A job that runs after an upgrade: builds the search index of an embedded catalogue anew where its titles were read
// with other rules or data.
import type { Job } from '../../platform/database/jobs.ts';
import { newVersion, rebuildIndex } from './upkeep-batches.ts';

const readTitles: Job<null, number> = async (connection) => {
  if (connection.dialect !== 'sqlite') return 0;
  const count = await rebuildIndex(connection);
  await newVersion(connection);
  return count;
};

export default readTitles;
