// A job that runs when the shop says something else of a wording: reads the titles again that hold it. Copies of the
// catalogue do the same when they follow the change.
import type { Job } from '../../platform/database/jobs.ts';
import { pendingReread } from '../part-reader/own-readings.ts';
import { finishIndex, rereadTitles } from '../search-index/index-writer.ts';
import { newVersion } from './upkeep-batches.ts';

const reread: Job<{ readonly wording: string }, null> = async (connection, { wording }) => {
  if (connection.dialect !== 'sqlite') return null;
  await rereadTitles(connection, [wording]);
  await finishIndex(connection);
  // Other wordings may wait for a reading that was lost.
  connection.db.prepare("UPDATE read_titles SET read_with = replace(read_with, ?, '')").run(pendingReread(wording));
  await newVersion(connection);
  return null;
};

export default reread;
