/** Reads the settings file into the environment. */
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { SettingsProblem } from '../../../settings/problem.ts';
import { ALL_SETTINGS, textOf } from '../../../settings/read.ts';
import { parseSettings } from './settings-lines.ts';

/** Where a machine with one shop keeps its settings. */
const OF_MACHINE = '/etc/parts.env';
/** In the file they begin at its folder, wherever a command is run. */
const PATHS: readonly string[] = ALL_SETTINGS.filter(([, { isPath }]) => isPath).map(([name]) => name);
/** What no unit sets by itself: systemd has read the file. */
const OF_FILE = ['SITE_URL', 'ADMIN_EMAIL', 'DATABASE_URL', 'SMTP_URL', 'COMPANY_EMAIL', 'BACKUP_DIR'];
const OTHERS_WRITE = 0o022;

type Variables = Record<string, string | undefined>;

export interface SettingsFile {
  /** Null: there is none. */
  readonly path: string | null;
  /** Variables that have their value from it. */
  readonly names: ReadonlySet<string>;
}

/** The data folder, also where other settings are still to be read or are wrong. */
export const dataFolderOf = (environment: Variables): string => resolve(textOf('DATA_DIR', environment));

/** Takes `--env FILE` out of the words of a command line; undefined where it is not among them. */
export function takeEnvOption(words: string[]): string | undefined {
  const at = words.findIndex((word) => word === '--env' || word.startsWith('--env='));
  if (at < 0) return undefined;
  const [word = ''] = words.splice(at, 1);
  const file = word === '--env' ? words.splice(at, 1).join() : word.slice('--env='.length);
  if (file === '') throw new SettingsProblem(['--env FILE: which file of settings?']);
  return file;
}

/**
 * The environment's own values win over the file: the named one, parts.env beside the data folder, or that of the
 * machine unless it names another data folder than the environment does. Throws SettingsProblem for a file that cannot
 * be read, has a broken line, or may be changed by another user.
 */
export function applySettingsFile(
  environment: Variables,
  named?: string,
  ofMachine: string = OF_MACHINE,
): SettingsFile {
  const path = named === undefined ? findSettingsFile(environment, ofMachine) : resolve(named);
  if (path === null) return { path, names: new Set() };
  let read: ReadonlyMap<string, string>;
  try {
    read = readFile(path, environment);
  } catch (error) {
    if (path !== ofMachine || !hasItFromSystemd(environment)) throw error;
    console.warn(`${(error as Error).message}\nThe settings are those that systemd has passed on.`);
    return { path: null, names: new Set() };
  }
  if (named === undefined && path === ofMachine && isOfAnother(read, environment))
    return { path: null, names: new Set() };
  const names = new Set<string>();
  for (const [name, value] of read) {
    if (environment[name]?.trim()) continue;
    environment[name] = PATHS.includes(name) ? pathFrom(path, value) : value;
    names.add(name);
  }
  return { path, names };
}

function findSettingsFile(environment: Variables, ofMachine: string): string | null {
  const beside = join(dirname(dataFolderOf(environment)), 'parts.env');
  return [beside, ofMachine].find(isThere) ?? null;
}

/** An inaccessible place has no file; opening the data folder reports what is wrong with it. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** A shop of its own, beside that of the machine. */
const isOfAnother = (read: ReadonlyMap<string, string>, environment: Variables): boolean => {
  const theirs = read.get('DATA_DIR')?.trim();
  return Boolean(theirs && environment.DATA_DIR?.trim() && resolve(theirs) !== dataFolderOf(environment));
};

const hasItFromSystemd = (environment: Variables): boolean =>
  Boolean(environment.INVOCATION_ID) && OF_FILE.some((name) => environment[name]?.trim());

function pathFrom(file: string, value: string): string {
  const path = value.trim();
  return path === '' || isAbsolute(path) || /^s3:/i.test(path) ? path : resolve(dirname(file), path);
}

function readFile(path: string, environment: Variables): Map<string, string> {
  let text: string;
  try {
    refuseOthersFile(path, statSync(path));
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof SettingsProblem) throw error;
    throw new SettingsProblem([unreadable(path, error as NodeJS.ErrnoException)]);
  }
  const { values, problems } = parseSettings(text);
  // What the environment says itself is not taken from the file, however it is written there.
  const counting = problems.filter(({ name }) => !name || !environment[name]?.trim());
  if (counting.length > 0)
    throw new SettingsProblem(counting.map(({ line, problem }) => `${path}, line ${line}: ${problem}`));
  return values;
}

function unreadable(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `there is no file of settings ${path}`;
  if (code !== 'EACCES') return `the settings in ${path} cannot be read: ${message}`;
  return (
    `the settings in ${path} cannot be read by user ${process.getuid?.()}: let that user's group read them ` +
    `(as root: chgrp parts ${path} && chmod 0640 ${path}), run it as root, or name another file with --env FILE`
  );
}

/** A writer of the file decides what the shop does, up to the commands that it runs. */
function refuseOthersFile(path: string, found: Stats): void {
  if (process.platform === 'win32' || !found.isFile()) return;
  if ((found.mode & OTHERS_WRITE) !== 0)
    throw new SettingsProblem([`others may change the settings in ${path}: close it with chmod go-w ${path}`]);
  const own = process.getuid?.() ?? 0;
  if (found.uid !== 0 && found.uid !== own)
    throw new SettingsProblem([
      `the settings in ${path} belong to user ${found.uid}: run it as that user (sudo -u), or chown root ${path}`,
    ]);
}

/** Folder of compiled modules (decision 83), made by a successful start; without it nothing is kept. */
export const compiledFolder = (dataFolder: string): string => join(dataFolder, 'compiled');
