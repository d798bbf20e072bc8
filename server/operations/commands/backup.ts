/** Takes a backup of the data folder; the server may be running. */
import { readFile, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isBucket, type KeepRule, keepRule, SERVICE_NAMES } from '../../../settings/storage.ts';
import { SECRET_FILE } from '../../platform/secrets.ts';
import { backupPlace } from '../backup/backup-place.ts';
import { type Databases, embeddedDatabases, postgresDatabases } from '../backup/databases.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { hasSecret } from '../backup/sealed-secret.ts';
import { type Config, databaseOf, kindsInStorage } from '../config/config.ts';
import { belongsToRoot, makeFolderForOwner } from '../config/data-folder-owner.ts';
import { wrongUsage } from '../console/problems.ts';
import { runCommand, shopConfig } from './command-line.ts';

const USAGE = `Takes a backup of the databases and files; the server may be running.

  parts backup FOLDER|s3://BUCKET/FOLDER [--keep=7] [--without-secret]

A backup is a folder of its own below FOLDER, named by its time. Files that the one before has are linked to it and take
no room. --keep tells which of them stay: 7 the newest seven, 7d,4w,6m the newest of each of so many days, weeks and
months. With DATABASE_URL the tables in PostgreSQL are part of it, with FILES_URL
the files in the object storage. In an object storage of BACKUP_ENDPOINT a backup is a
folder as well. The key jwt.secret goes with it encrypted under BACKUP_PASSPHRASE; without that, and with --without-secret,
it is left out and kept elsewhere: without it second factors and passwords of sources in the backup cannot be read.
The last line of standard output is JSON. It ends with 0: done, 1: failed, 2: wrongly asked.`;

const KEEP = '7';

const LEFT_OUT = `${SECRET_FILE} is left out of the backup: keep it elsewhere, or set BACKUP_PASSPHRASE, under which backups keep it`;

async function run(config: Config, folder: string, rule: KeepRule, passphrase: string): Promise<string> {
  const databases = await databasesOf(config);
  const began = performance.now();
  const set = await makeBackup({
    files: { dataFolder: config.dataDir, stored: kindsInStorage(config, () => Date.now()) },
    place: backupPlace(config, folder, () => Date.now()),
    databases,
    keep: { rule, timeZone: config.timeZone },
    passphrase,
    version: await productVersion(),
    at: new Date(),
  });
  const { files, bytes, schemas } = set.manifest;
  const lacksSecret = passphrase === '' && config.jwtSecret === '' && (await hasSecret(config.dataDir));
  const done = {
    folder: set.folder,
    databases: Object.keys(schemas).length,
    files,
    bytes,
    ms: Math.round(performance.now() - began),
    leftOut: lacksSecret ? [SECRET_FILE] : [],
  };
  return `${lacksSecret ? `${LEFT_OUT}\n` : ''}${JSON.stringify(done)}`;
}

async function databasesOf(config: Config): Promise<Databases> {
  if (config.databaseUrl) return postgresDatabases(config.databaseUrl, SERVICE_NAMES);
  const found: Record<string, string> = {};
  for (const service of SERVICE_NAMES) {
    const location = databaseOf(config, service);
    if (location.dialect === 'sqlite' && (await stat(location.file).catch(() => null))) found[service] = location.file;
  }
  if (Object.keys(found).length === 0) throw wrongUsage(`there is no database in ${config.dataDir}`);
  return embeddedDatabases(found);
}

async function productVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function keepOf(typed: string): KeepRule {
  const checked = keepRule(typed);
  if ('problem' in checked) throw wrongUsage(`--keep ${checked.problem}`);
  return checked.value;
}

// Requests to the shop go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: 'string', default: KEEP },
      'without-secret': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return USAGE;
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw wrongUsage(`one folder, please\n\n${USAGE}`);
  const config = await shopConfig({
    staysRoot: ({ backupDir, dataDir }) => {
      if (isBucket(folder)) return false;
      makeFolderForOwner(resolve(folder), dataDir);
      // Only root could remove those backups; the ones that the server makes are its own.
      return resolve(folder) !== backupDir && belongsToRoot(resolve(folder));
    },
  });
  const passphrase = values['without-secret'] ? '' : config.backupPassphrase;
  return run(config, folder, keepOf(values.keep), passphrase);
});
