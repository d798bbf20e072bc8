import type { JobConnection } from '../../database/types.ts';

type Postgres = Extract<JobConnection, { dialect: 'postgres' }>;

/** Share of the positions that must come or go for the planner to be told at once; less is left to autovacuum. */
const GROWN = 0.5;

/** Tells the planner of PostgreSQL what the catalogue looks like after so many positions came or went. */
export async function renewStatistics(connection: Postgres, comeAndGone: number): Promise<void> {
  const [grown] = await connection.query(
    `SELECT FROM pg_class WHERE oid = 'positions'::regclass AND $1 > ${GROWN} * greatest(reltuples, 1)`,
    [comeAndGone],
  );
  if (!grown) return;
  for (const table of ['article_keys', 'positions']) await connection.query(`ANALYZE ${table}`);
}
