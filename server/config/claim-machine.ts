import { access, constants, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isBucket } from '../../settings/files-checks.ts';
import { SettingsProblem, type Wording } from '../../settings/problem.ts';
import { checkSettings, type SettingValues } from '../../settings/read.ts';
import type { Environment } from '../../settings/setting.ts';
import { tryWriting } from '../files/try-writing.ts';
import { type HeldPort, holdPort } from '../http/hold-port.ts';
import { readLogo } from '../site/logo.ts';
import { makeFolder, openDataFolder } from './data-folder.ts';
import { dataFolderOf } from './settings-file.ts';

type Values = Partial<SettingValues>;

/**
 * Takes the port and tries every folder and file that the settings name, before any of them is used. Throws
 * SettingsProblem with a line for each that this machine refuses; the error of the system when the disk is full.
 */
export async function claimMachine(environment: Environment): Promise<HeldPort> {
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

async function claimPort({ HOST, PORT }: Values): Promise<HeldPort | Wording> {
  if (HOST === undefined || PORT === undefined) return { port: 0, release: async () => {} };
  try {
    return await holdPort({ host: HOST, port: PORT });
  } catch (error) {
    return portRefused(HOST, PORT, error as NodeJS.ErrnoException);
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

async function tryDataFolder({ DATA_DIR }: Values): Promise<null> {
  if (DATA_DIR !== undefined) await openDataFolder(dataFolderOf({ DATA_DIR }));
  return null;
}

async function tryBackupFolder({ BACKUP_DIR, DATA_DIR }: Values): Promise<Wording | null> {
  if (!BACKUP_DIR || isBucket(BACKUP_DIR)) return null;
  const folder = resolve(BACKUP_DIR);
  const data = DATA_DIR && (await realPlaceOf(dataFolderOf({ DATA_DIR })));
  if (data && `${await realPlaceOf(folder)}${sep}`.startsWith(`${data}${sep}`))
    return {
      english: `BACKUP_DIR must lie outside DATA_DIR, best on another disk, not at ${folder}`,
      russian: `BACKUP_DIR: копии не могут лежать внутри DATA_DIR (${folder}). Укажите другую папку, лучше на другом диске.`,
    };
  try {
    await makeFolder(folder);
    await tryWriting(folder);
    return null;
  } catch (error) {
    const { message } = error as Error;
    return {
      english: `BACKUP_DIR must be a folder that can be written to (${message})`,
      russian: `BACKUP_DIR: указано «${folder}», а должно быть: папка, в которую можно писать (${message})`,
    };
  }
}

async function tryImportFolder({ IMPORT_DIR }: Values): Promise<Wording | null> {
  if (!IMPORT_DIR) return null;
  const folder = resolve(IMPORT_DIR);
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

async function tryLogo({ SITE_LOGO, SERVE_PAGES }: Values): Promise<null> {
  if (SITE_LOGO && SERVE_PAGES) await readLogo(resolve(SITE_LOGO));
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
