import type { Job } from '../../server/platform/database/jobs.ts';

/** A job for the database tests: adds rows one by one, reports each, and fails at the given row. */
const count: Job<{ from: number; to: number; failAt?: number }, number, number> = async (
  connection,
  { from, to, failAt },
  emit,
  signal,
) => {
  for (let n = from; n <= to; n++) {
    signal.throwIfAborted();
    if (n === failAt) throw Object.assign(new Error('told to fail'), { code: 'TOLD', facts: { at: n } });
    if (connection.dialect === 'sqlite') connection.db.prepare('insert into numbers (n) values (?)').run(n);
    else await connection.query('insert into numbers (n) values ($1)', [n]);
    emit(n);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return to - from + 1;
};
export default count;
