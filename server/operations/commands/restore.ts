/** Puts a backup into the place of the data folder's state, or takes the last such step back. */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { SERVICE_NAMES } from '../../../settings/storage.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { connect, disconnect, MIGRATION_TIMES } from '../../platform/database/postgres-connection.ts';
import { refuseOthers, restoreSchemas } from '../../platform/database/postgres-set-aside.ts';
import { assertSoundDatabase } from '../../platform/database/sqlite-connection.ts';
import { backupPlace } from '../backup/backup-place.ts';
import { listKeptFiles } from '../backup/make-backup.ts';
import { putIntoStorage, restore, restorePoints, undoRestore } from '../backup/restore.ts';
import { restorePostgres } from '../backup/restore-postgres.ts';
import { hasSecret } from '../backup/sealed-secret.ts';
import type { BackupSet } from '../backup/sets.ts';
import { type Config, databaseOf, kindsInStorage } from '../config/config.ts';
import { openDataFolder } from '../config/data-folder.ts';
import { Refused, wrongUsage } from '../console/problems.ts';
import { MIGRATIONS } from '../services/migrations.ts';
import { runCommand, shopConfig } from './command-line.ts';

const USAGE = `Puts a backup into the place of what the data folder has; the server must be stopped.

  parts restore FOLDER     the backup in FOLDER, or the newest one below it
  parts restore s3://BUCKET/FOLDER     the same in an object storage
  parts restore --back     what was there before the last restore

Every file is compared with its hash first. What was there is moved aside, never removed; where the restored databases
turn out not to be sound, everything is put back by itself. The key jwt.secret is opened with BACKUP_PASSPHRASE, without which
the one that is there stays. Databases of an earlier version are brought up to date.
With DATABASE_URL the schemas there are renamed, and the backup must be one of PostgreSQL: embedded databases are restored
without it, then moved by parts move-to-postgres. With FILES_URL the files go into the object storage, where nothing is removed.
The last line of standard output is JSON. It ends with 0: done, 1: failed, nothing is changed, 2: wrongly asked.`;

const NEW_SECRET = `jwt.secret was not restored, and the next start makes a new one. Then everybody signs in again; links and mails of before
are of no use; second factors are set up anew (a recovery code, or parts admin factor-reset); passwords of sources are typed
again. If you have the former key, put it into the data folder, or restore with BACKUP_PASSPHRASE, before the start.`;

async function restored(config: Config, folder: string): Promise<string> {
  const place = backupPlace(config, folder, clock);
  const found = await place.meant();
  if (!found) throw new Refused(`there is no finished backup in ${folder}`);
  const { takenAt, files, databases = 'sqlite' } = found.manifest;
  if ((databases === 'postgres') !== (config.databaseUrl !== ''))
    throw new Refused(
      `the backup is of ${databases}: restore it ${databases === 'postgres' ? 'with' : 'without'} DATABASE_URL`,
    );
  await openDataFolder(config.dataDir);
  console.error(`restoring the backup of ${takenAt}, ${files} files`);
  const { set, release } = await place.borrow(found);
  try {
    const done = { restored: found.folder, takenAt, files, ...(await putInPlace(config, set)) };
    const isNew = config.jwtSecret === '' && !(await hasSecret(config.dataDir));
    return `${isNew ? `${NEW_SECRET}\n` : ''}${JSON.stringify(done)}`;
  } finally {
    await release();
  }
}

async function putInPlace(config: Config, set: BackupSet): Promise<object> {
  const at = new Date();
  let schemas: string[] = [];
  const check = async () => {
    if (config.databaseUrl)
      schemas = await withPostgres(config, (client) => restorePostgres(client, set, MIGRATIONS, at));
    try {
      await checkDatabases(config);
    } catch (error) {
      if (config.databaseUrl) await withPostgres(config, (client) => bringBackAll(client, new Date()));
      throw error;
    }
  };
  const to = { dataFolder: config.dataDir, stored: kindsInStorage(config, clock) };
  const before = await restore(set, { ...to, at, passphrase: config.backupPassphrase, check });
  return { before, ...(config.databaseUrl && { schemas }) };
}

const clock = () => Date.now();
const pathsOf = (dataFolder: string): Promise<string[]> => Array.fromAsync(listKeptFiles(dataFolder));

async function withPostgres<Result>(config: Config, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(config.databaseUrl, 'public', MIGRATION_TIMES);
  try {
    return await work(client);
  } finally {
    await disconnect(client);
  }
}

/** Changes the schemas that were moved aside last and those there; null when none were. */
async function bringBackAll(client: pg.Client, at: Date): Promise<string[] | null> {
  await refuseOthers(client);
  await client.query('BEGIN');
  const moved = await restoreSchemas(client, SERVICE_NAMES, at);
  await client.query('COMMIT');
  return moved;
}

/** Sound, and of a version that this program can serve. */
async function checkDatabases(config: Config): Promise<void> {
  for (const service of SERVICE_NAMES) {
    const location = databaseOf(config, service);
    if (location.dialect === 'sqlite') assertSoundDatabase(location.file);
    const database = await openDatabase(location, MIGRATIONS[service]);
    try {
      await database.probe();
    } finally {
      await database.close();
    }
  }
}

async function back(config: Config): Promise<object> {
  const [newest] = await restorePoints(config.dataDir);
  if (newest === undefined) throw new Refused(`nothing was restored in ${config.dataDir}`);
  const at = new Date();
  const stored = kindsInStorage(config, clock);
  const former = join(config.dataDir, newest);
  // First, as nothing is replaced there: a storage that is away changes nothing.
  if (stored.length > 0) await putIntoStorage(former, await pathsOf(former), stored);
  const schemas = config.databaseUrl ? await withPostgres(config, (client) => bringBackAll(client, at)) : null;
  const point = await undoRestore(config.dataDir, newest, at);
  return { restored: newest, before: relative(config.dataDir, point.folder), ...(schemas && { schemas }) };
}

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { back: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return USAGE;
  const [folder, ...others] = positionals;
  const config = await shopConfig({ begins: true });
  if (values.back && folder === undefined) return JSON.stringify(await back(config));
  if (folder === undefined || others.length > 0 || values.back) throw wrongUsage(`one folder, please\n\n${USAGE}`);
  return restored(config, folder);
});
