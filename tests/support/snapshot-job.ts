import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '../../server/platform/database/jobs.ts';

/** Counts the rows, lets the main thread write, counts again: both must agree within one snapshot. */
const twice: Job<null, number[], string> = async (connection, _args, emit) => {
  if (connection.dialect !== 'sqlite') throw new Error('written for the embedded database');
  const { db } = connection;
  const rows = () => Number(db.prepare('select count(*) as n from numbers').get()?.n);
  const before = rows();
  emit('counted');
  await pause(200);
  return [before, rows()];
};
export default twice;
