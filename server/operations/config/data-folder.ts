/** Opens the data folder and refuses folders that are no data folder of a shop. */
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { SettingsProblem } from '../../../settings/problem.ts';
import { databaseFile, SERVICE_NAMES } from '../../../settings/storage.ts';
import { connect, disconnect } from '../../platform/database/postgres-connection.ts';
import { troubleOf } from '../../platform/database/trouble.ts';
import { assertWritable } from '../../platform/files/folder-access.ts';
import type { Config } from './config.ts';

/** Makes a missing data folder, and tries to write into it. Throws SettingsProblem; the error itself when the disk is full. */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await assertWritable(folder);
  } catch (error) {
    if (troubleOf(error) === 'full') throw error;
    const { message } = error as Error;
    throw new SettingsProblem([
      {
        english: `DATA_DIR must be a folder that can be written to (${message})`,
        russian: `DATA_DIR: указано «${folder}», а должно быть: папка, в которую можно писать (${message})`,
      },
    ]);
  }
}

/** Makes a folder with those above it, level by level: Node's own recursive call never ends in places like /proc. */
export async function makeFolder(folder: string): Promise<void> {
  const known = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (known && !known.isDirectory()) throw new Error(`ENOTDIR: not a directory, '${folder}'`);
  if (known) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another process that starts was faster.
    if (error.code !== 'EEXIST') throw error;
  });
}

const DATABASES = SERVICE_NAMES.map(databaseFile);
/** What only a shop has in its data folder. */
const MARKS = new Set([...DATABASES, 'jwt.secret', 'limits.db', 'copies', 'compiled', 'workers']);
/** What may lie in a new data folder: files of the product, of the file system, of the operator. */
const BEFORE = new Set(['files', 'site', 'outbox', 'lost', 'lost+found', 'parts.env']);
const NAMED_MAX = 3;
const HOW = 'name the right one with DATA_DIR, or --env FILE with the settings of the shop';

type Shop = Pick<Config, 'dataDir' | 'databaseUrl' | 'backupDir' | 'importDir'>;

/** Throws SettingsProblem unless databases are there: a forgotten setting must not begin a second shop. */
export async function requireShop({ dataDir, databaseUrl }: Shop): Promise<void> {
  if (databaseUrl) return requireSchemas(databaseUrl);
  const names = await namesIn(dataDir);
  if (names?.some((name) => DATABASES.includes(name))) return;
  const other = names?.filter((name) => !name.startsWith('.')) ?? [];
  const why =
    names === null
      ? 'there is no such folder'
      : other.length === 0
        ? 'the folder is empty'
        : `there is no database in it, but ${listed(other)}`;
  throw new SettingsProblem([
    `${dataDir} is not the data folder of a shop: ${why}; ${HOW}. The first start of the server makes one`,
  ]);
}

/** Throws SettingsProblem for a folder that has other files: a shop would take what is there for its own. */
export async function refuseForeignFolder({ dataDir, backupDir, importDir }: Shop): Promise<void> {
  const names = (await namesIn(dataDir)) ?? [];
  if (names.some((name) => MARKS.has(name) || name.startsWith('before-restore-'))) return;
  const beside = [backupDir, importDir].filter((folder) => dirname(folder) === dataDir);
  const known = new Set([...BEFORE, ...beside.map((folder) => basename(folder))]);
  const other = names.filter((name) => !name.startsWith('.') && !known.has(name));
  if (other.length > 0)
    throw new SettingsProblem([
      `${dataDir} is not the data folder of a shop, it has other files: ${listed(other)}; ${HOW}, or an empty folder`,
    ]);
}

const listed = (names: readonly string[]): string =>
  names.length > NAMED_MAX
    ? `${names.slice(0, NAMED_MAX).join(', ')} and ${names.length - NAMED_MAX} more`
    : names.join(', ');

/** Null: there is no such folder. */
async function namesIn(folder: string): Promise<string[] | null> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code !== 'EACCES') throw new SettingsProblem([`DATA_DIR must be a folder that can be written to (${message})`]);
    throw new SettingsProblem([
      `${folder} cannot be read by user ${process.getuid?.()}: run it as its owner (sudo -u parts parts …), or ${HOW}`,
    ]);
  }
}

async function requireSchemas(url: string): Promise<void> {
  const client = await connect(url, 'public');
  try {
    const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = ANY($1)', [SERVICE_NAMES]);
    if (rows.length > 0) return;
  } finally {
    await disconnect(client);
  }
  throw new SettingsProblem([
    'the database of DATABASE_URL has no shop: name the right one, or --env FILE with the settings of the shop. The first start of the server makes one',
  ]);
}
