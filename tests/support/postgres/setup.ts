import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from './cluster.ts';

/**
 * Before all unit and API tests: a folder of the run by TEST_FOLDER, its name by TEST_RUN, and a PostgreSQL by
 * TEST_DATABASE_URL, with a replica by TEST_DATABASE_READ_URL. One that is given already is taken as it is; else a cluster
 * of the installed server is started. Without either the tests of PostgreSQL run on PGlite. Returns what to do after the
 * tests: it removes everything of the run, and reports in one line.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { env } = process;
  env.TEST_RUN = randomBytes(4).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'parts-tests-'));
  env.TEST_FOLDER = folder;
  const tell = (what: string, clean?: () => Promise<void>) => async () => {
    rmSync(folder, { recursive: true, force: true });
    await clean?.();
    process.stdout.write(`Tests of PostgreSQL ${what}\n`);
  };
  const given = env.TEST_DATABASE_URL;
  if (given) {
    // The names of its schemas hold that of the run, which is known only now.
    const { dropSchemas } = await import('./schemas.ts');
    return tell('ran on the server of TEST_DATABASE_URL', () => dropSchemas(given));
  }
  const cluster = await startCluster();
  if (!cluster) return tell('ran on PGlite: no PostgreSQL server is installed here, and TEST_DATABASE_URL is empty');
  env.TEST_DATABASE_URL = cluster.primary.url;
  env.TEST_DATABASE_READ_URL = cluster.replica.url;
  return tell('ran on a cluster of the installed server, primary and replica', cluster.remove);
}
