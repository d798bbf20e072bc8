import { type Cluster, startCluster } from './cluster.ts';

/**
 * Before all unit and API tests: gives them a PostgreSQL by TEST_DATABASE_URL, with a replica by TEST_DATABASE_READ_URL.
 * One that is given already is taken as it is; else a cluster of the installed server is started, and removed after them.
 * Without either the tests of PostgreSQL run on PGlite. Returns what to do after the tests, which tells in one line.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { env } = process;
  if (env.TEST_DATABASE_URL) return tell('ran on the server of TEST_DATABASE_URL');
  const cluster = await startCluster();
  if (!cluster)
    return tell('ran on PGlite: no PostgreSQL server is installed here, and TEST_DATABASE_URL is empty');
  env.TEST_DATABASE_URL = cluster.primary.url;
  env.TEST_DATABASE_READ_URL = cluster.replica.url;
  return tell('ran on a cluster of the installed server, primary and replica', cluster);
}

const tell = (what: string, cluster?: Cluster) => async () => {
  await cluster?.remove();
  process.stdout.write(`Tests of PostgreSQL ${what}\n`);
};
