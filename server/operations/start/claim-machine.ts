/** Tries port, folders and storages before a start uses them. */
import { access, constants, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { SettingsProblem, type Wording } from '../../../settings/problem.ts';
import { checkSettings, type SettingValues } from '../../../settings/read.ts';
import { bucket, isBucket } from '../../../settings/storage.ts';
import type { Environment } from '../../../settings/variables.ts';
import type { FileStores } from '../../platform/files/file-store.ts';
import { assertWritable } from '../../platform/files/folder-access.ts';
import { type ObjectStorage, StorageAway, StorageRefuses } from '../../platform/files/object-client.ts';
import { storesAt } from '../../platform/files/stores.ts';
import { type ReservedPort, reservePort } from '../../platform/http-server/starting.ts';
import { type Config, storesOf } from '../config/config.ts';
import { makeFolder, openDataFolder } from '../config/data-folder.ts';
import { readLogo } from '../site/logo.ts';

type Values = Partial<SettingValues>;

/**
 * Takes the port and tries every folder and file that the settings name, before any of them is used. Throws
 * SettingsProblem with a line for each fault; the system's error of a full disk.
 */
export async function claimMachine(environment: Environment): Promise<ReservedPort> {
  const { values } = checkSettings(environment);
  const held = await claimPort(values);
  try {
    const problems = await problemsWithFiles(values);
    if (!('english' in held) && problems.length === 0) return held;
    throw new SettingsProblem('english' in held ? [held, ...problems] : problems);
  } catch (error) {
    if (!('english' in held)) await held.release();
    throw error;
  }
}

/** What this machine refuses of these settings, where others are wrong already. */
export async function machineProblems(environment: Environment): Promise<readonly Wording[]> {
  try {
    const held = await claimMachine(environment);
    await held.release();
    return [];
  } catch (error) {
    if (error instanceof SettingsProblem) return error.problems;
    throw error;
  }
}

async function claimPort({ host, port }: Values): Promise<ReservedPort | Wording> {
  if (host === undefined || port === undefined) return { port: 0, release: async () => {} };
  try {
    return await reservePort({ host, port });
  } catch (error) {
    return portRefused(host, port, error as NodeJS.ErrnoException);
  }
}

const NO_SUCH_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'];

function portRefused(host: string, port: number, { code = '', message }: NodeJS.ErrnoException): Wording {
  if (code === 'EADDRINUSE')
    return {
      english: `PORT ${port} cannot be had (${message}). Another program listens there: choose another PORT.`,
      russian: `PORT: порт ${port} на ${host} занят другой программой. Остановите её или укажите другой PORT.`,
    };
  if (code === 'EACCES' || code === 'EPERM')
    return {
      english: `PORT ${port} may not be listened at by this user (${message}): choose one from 1024 on, with a proxy in front of it, or allow it to this Node (setcap cap_net_bind_service=+ep, AmbientCapabilities=CAP_NET_BIND_SERVICE)`,
      russian: `PORT: порт ${port} этому пользователю не разрешён. Укажите порт от 1024 и поставьте перед сайтом прокси (nginx, Caddy) или разрешите порт этой программе (cap_net_bind_service).`,
    };
  if (NO_SUCH_ADDRESS.includes(code))
    return {
      english: `HOST must be an address of this machine, like 127.0.0.1, or 0.0.0.0 for every one, not "${host}" (${message})`,
      russian: `HOST: указано «${host}», а должно быть: адрес этой машины, например 127.0.0.1, или 0.0.0.0 — все её адреса`,
    };
  return {
    english: `HOST and PORT cannot be listened at: ${message}`,
    russian: `HOST, PORT: здесь слушать нельзя: ${message}`,
  };
}

async function problemsWithFiles(values: Values): Promise<Wording[]> {
  const problems: Wording[] = [];
  for (const trial of [tryDataFolder, tryBackupFolder, tryImportFolder, tryLogo]) {
    try {
      const problem = await trial(values);
      if (problem) problems.push(problem);
    } catch (error) {
      if (!(error instanceof SettingsProblem)) throw error;
      problems.push(...error.problems);
    }
  }
  return problems;
}

async function tryDataFolder({ dataDir }: Values): Promise<null> {
  if (dataDir !== undefined) await openDataFolder(dataDir);
  return null;
}

async function tryBackupFolder({ backupDir: folder, dataDir }: Values): Promise<Wording | null> {
  if (!folder || isBucket(folder)) return null;
  const data = dataDir && (await realPlaceOf(dataDir));
  if (data && `${await realPlaceOf(folder)}${sep}`.startsWith(`${data}${sep}`))
    return {
      english: `BACKUP_DIR must lie outside DATA_DIR, best on another disk, not at ${folder}`,
      russian: `BACKUP_DIR: копии не могут лежать внутри DATA_DIR (${folder}). Укажите другую папку, лучше на другом диске.`,
    };
  try {
    await makeFolder(folder);
    await assertWritable(folder);
    return null;
  } catch (error) {
    const { message } = error as Error;
    return {
      english: `BACKUP_DIR must be a folder that can be written to (${message})`,
      russian: `BACKUP_DIR: указано «${folder}», а должно быть: папка, в которую можно писать (${message})`,
    };
  }
}

async function tryImportFolder({ importDir: folder }: Values): Promise<Wording | null> {
  if (!folder) return null;
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error(`ENOTDIR: not a directory, '${folder}'`);
    await access(folder, constants.R_OK | constants.X_OK);
    return null;
  } catch (error) {
    const { message } = error as Error;
    return {
      english: `IMPORT_DIR must be a folder that can be read (${message})`,
      russian: `IMPORT_DIR: указано «${folder}», а должно быть: папка, которую можно читать (${message})`,
    };
  }
}

async function tryLogo({ siteLogo, servePages }: Values): Promise<null> {
  if (siteLogo && servePages) await readLogo(siteLogo);
  return null;
}

/** Where a folder really lies, also before it is made. */
async function realPlaceOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return dirname(path) === path ? path : join(await realPlaceOf(dirname(path)), basename(path));
  }
}

/**
 * Checks that the object storages of files and backups accept this installation. Throws SettingsProblem when one
 * refuses; one that is away is only logged: it may be back before its first use.
 */
export async function tryObjectStorage(config: Config, clock: () => number, log: FastifyBaseLogger): Promise<void> {
  const problems: Wording[] = [];
  const attempt = async (prefix: 'FILES' | 'BACKUP', names: string, stores: FileStores) => {
    try {
      await stores.probe();
    } catch (error) {
      if (error instanceof StorageRefuses) problems.push(refused(names, error.message));
      else if (error instanceof StorageAway)
        log.warn({ err: error, settings: `${prefix}_*` }, 'starting without the object storage');
      else throw error;
    }
  };
  if (config.objectStorage)
    await attempt('FILES', 'FILES_URL, FILES_REGION, FILES_KEY or FILES_SECRET', storesOf(config, 'bridge', clock));
  const backups = backupStorageOf(config);
  if (backups)
    await attempt(
      'BACKUP',
      'BACKUP_DIR, BACKUP_REGION, BACKUP_KEY or BACKUP_SECRET',
      storesAt({ kind: 'objects', storage: backups, service: 'backups' }, { temporary: config.dataDir, clock }),
    );
  if (problems.length > 0) throw new SettingsProblem(problems);
}

const refused = (names: string, message: string): Wording => ({
  english: `${names} is wrong: ${message}`,
  russian: `${names.replace(' or ', ' или ')}: хранилище отказывает (${message})`,
});

/** Where backups are put, unless that is a folder or nowhere. */
function backupStorageOf({ backupDir, backupAccess }: Config): ObjectStorage | null {
  const checked = isBucket(backupDir) ? bucket(backupDir) : null;
  return checked && 'value' in checked && checked.value ? { ...checked.value, ...backupAccess } : null;
}
