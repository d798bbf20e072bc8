import { setImmediate } from 'node:timers/promises';
import type { Job } from '../../server/platform/database/jobs.ts';

/** Adds long texts until it is stopped. */
const addLongTexts: Job<{ readonly count: number }, number, number> = async (connection, { count }, emit, signal) => {
  if (connection.dialect !== 'sqlite') throw new Error('made for SQLite');
  const insert = connection.db.prepare('INSERT OR REPLACE INTO texts VALUES (?)');
  for (let n = 0; n < count; n++) {
    signal.throwIfAborted();
    insert.run(`job ${n % 1000} ${'x'.repeat(20_000)}`);
    if (n === 0) emit(n);
    await setImmediate();
  }
  return count;
};
export default addLongTexts;
