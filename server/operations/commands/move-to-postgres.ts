/** Copies the embedded databases of a data folder into a PostgreSQL database and proves that they are equal. */
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { SERVICE_NAMES } from '../../../settings/storage.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { connect, disconnect, MIGRATION_TIMES } from '../../platform/database/postgres-connection.ts';
import { writeForOwnerOnly } from '../../platform/files/folder-access.ts';
import { requireUnused } from '../backup/restore-point.ts';
import type { Config } from '../config/config.ts';
import { databaseOf } from '../config/places.ts';
import { wrongUsage } from '../console/problems.ts';
import { MIGRATIONS } from '../services/migrations.ts';
import { runCommand, shopConfig } from './command-line.ts';
import { copyToPostgres } from './copy-databases.ts';

const USAGE = `Copies the embedded databases of DATA_DIR into a PostgreSQL database (15 or newer); the server must be stopped.

  parts move-to-postgres postgres://user@host/database [--replace]

All tables are copied in one transaction, read back and compared by number and hashes of their rows: either everything is
there and equal, or nothing has changed. Files stay where they are, and so do the embedded databases. A copy that was made
before and has not been used since is replaced; other data there is refused, or with --replace moved aside.
Then start the server with DATABASE_URL. The last line of standard output is JSON. It ends with 0: done and equal,
1: failed, nothing is changed, 2: wrongly asked.`;

async function filesOf(config: Config): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const service of SERVICE_NAMES) {
    const location = databaseOf({ ...config, databaseUrl: '' }, service);
    if (location.dialect !== 'sqlite' || !(await stat(location.file).catch(() => null))) continue;
    await requireUnused(location.file);
    // Up to date, so that both sides have the same tables.
    await (await openDatabase(location, MIGRATIONS[service])).close();
    found[service] = location.file;
  }
  if (Object.keys(found).length === 0) throw wrongUsage(`there is no database in ${config.dataDir}`);
  return found;
}

async function move(config: Config, url: string, replace: boolean): Promise<object> {
  const files = await filesOf(config);
  const began = performance.now();
  const client = await connect(url, 'public', MIGRATION_TIMES);
  try {
    const order = {
      files,
      migrations: MIGRATIONS,
      replace,
      at: new Date(),
      say: (line: string) => console.log(line),
    };
    const moved = await copyToPostgres(client, order);
    return { equal: true, ...moved, ms: Math.round(performance.now() - began) };
  } finally {
    await disconnect(client);
  }
}

writeForOwnerOnly();
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, help: { type: 'boolean' } },
  });
  if (values.help) return USAGE;
  const [url, ...others] = positionals;
  if (url === undefined || others.length > 0 || !/^postgres(?:ql)?:\/\//.test(url))
    throw wrongUsage(`one address that begins with postgres://, please\n\n${USAGE}`);
  return JSON.stringify(await move(await shopConfig({ isEmbedded: true }), url, values.replace));
});
