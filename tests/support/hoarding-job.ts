import type { Job } from '../../server/platform/database/jobs.ts';

/** A job for the database tests: adds a row, then takes memory without end. */
const hoard: Job<null, never> = async (connection) => {
  if (connection.dialect === 'sqlite') connection.db.exec('insert into numbers (n) values (1)');
  const hoarded: number[][] = [];
  for (;;) hoarded.push(Array.from({ length: 100_000 }, Math.random));
};
export default hoard;
