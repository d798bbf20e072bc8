import type { JobConnection } from '../../database/types.ts';

type Postgres = Extract<JobConnection, { dialect: 'postgres' }>;

/** Share of the positions after whose change the planner is told at once; smaller changes are left to autovacuum. */
const GROWN = 0.1;

/** Tells the planner of PostgreSQL what the catalogue looks like after so many changed positions. */
export async function renewStatistics(connection: Postgres, changed: number): Promise<void> {
  const [grown] = await connection.query(
    `SELECT FROM pg_class WHERE oid = 'positions'::regclass AND $1 > ${GROWN} * greatest(reltuples, 1)`,
    [changed],
  );
  if (!grown) return;
  for (const table of ['article_keys', 'positions']) await connection.query(`ANALYZE ${table}`);
}
