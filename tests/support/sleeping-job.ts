import type { Job } from '../../server/platform/database/jobs.ts';

/** Lets PostgreSQL sleep for some seconds; resolves to how long a statement may take there. */
const sleep: Job<number, string> = async (connection, seconds) => {
  if (connection.dialect !== 'postgres') throw new Error('made for PostgreSQL');
  await connection.query('SELECT pg_sleep($1)', [seconds]);
  const [row] = await connection.query<{ statement_timeout: string }>('SHOW statement_timeout');
  return row?.statement_timeout ?? '';
};
export default sleep;
