// The job that tidies a replica (the SQLite copy of the catalogue) after a large change, to keep the file small.
import type { Job } from '../../platform/database/jobs.ts';
import { rollBack } from '../../platform/database/sqlite-connection.ts';
import { mergeIndex } from '../search-index/index-writer.ts';
import { openWriting } from './copy-file.ts';

/** Merges what was deleted out of a copy's index and folds the write-ahead log into the file; no search needs it. */
const tidy: Job<{ readonly file: string }, null> = async (_source, { file }) => {
  const db = openWriting(file);
  try {
    db.exec('BEGIN IMMEDIATE');
    mergeIndex(db);
    db.exec('COMMIT');
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    return null;
  } finally {
    rollBack(db);
    db.close();
  }
};
export default tidy;
