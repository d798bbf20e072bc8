import type { DatabaseSync } from 'node:sqlite';
import { troubleOf } from '../trouble.ts';
import { OTHER_PROCESS_WAIT_MS, rollBack } from './connection.ts';

/** Enough for the database to need pages that it does not have yet, bytes. */
const TRIAL_BYTES = 64 * 1024;

/**
 * Changes something and takes it back. Throws when that fails; another process that is writing is no failure, and is not
 * waited for.
 */
export function probeWriter(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA busy_timeout = 0');
    db.exec('begin immediate');
    db.prepare("insert into schema_migrations values (-1, zeroblob(?), '')").run(TRIAL_BYTES);
  } catch (error) {
    if (troubleOf(error) !== 'busy') throw error;
  } finally {
    rollBack(db);
    db.exec(`PRAGMA busy_timeout = ${OTHER_PROCESS_WAIT_MS}`);
  }
}
