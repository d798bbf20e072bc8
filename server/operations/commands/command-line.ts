// What all commands of the product share: options, the settings file, configuration, output and exit codes.
import { SettingsProblem } from '../../../settings/problem.ts';
import { DatabaseInUse } from '../../platform/database/postgres-set-aside.ts';
import { SchemaTooNew, troubleOf } from '../../platform/database/trouble.ts';
import { writeForOwnerOnly } from '../../platform/files/folder-access.ts';
import { StorageAway } from '../../platform/files/object-client.ts';
import { type Config, readConfig } from '../config/config.ts';
import { refuseForeignFolder, requireShop } from '../config/data-folder.ts';
import { becomeDataFolderOwner } from '../config/data-folder-owner.ts';
import { applySettingsFile, type SettingsFile, takeEnvOption } from '../config/settings-file.ts';
import { Refused } from '../console/problems.ts';

const EXPLAINED = [Refused, SettingsProblem, DatabaseInUse, SchemaTooNew, StorageAway];

/**
 * Answers go to standard output, failures to standard error: in a line where a person can do something about it, whole
 * where it is a fault of ours. 0: done, 1: failed, 2: wrongly asked.
 */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  writeForOwnerOnly();
  try {
    takeSettingsOption();
    console.log(await command());
  } catch (error) {
    console.error(explained(error));
    process.exitCode = error instanceof Refused ? error.code : isUsage(error) ? 2 : 1;
  }
}

const isUsage = (error: unknown): boolean =>
  error instanceof SettingsProblem || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

function explained(error: unknown): unknown {
  const { message } = error as Error;
  if (EXPLAINED.some((kind) => error instanceof kind) || isUsage(error)) return message;
  const { code, path } = error as NodeJS.ErrnoException;
  if ((code === 'EACCES' || code === 'EPERM') && path)
    return `${path} is closed to user ${process.getuid?.()}, as whom this works: ${message}`;
  if (troubleOf(error) === 'full') return `The disk is full, nothing was changed: ${message}`;
  return error;
}

let named: string | undefined;

/** The first step of every command: the words of the command line are its own from here on. */
export function takeSettingsOption(): void {
  named = takeEnvOption(process.argv);
}

/** The settings file under the environment, which the configuration is then read from. */
export const settingsOfCommand = (): SettingsFile => applySettingsFile(process.env, named);

interface Wanted {
  /** Whether the command may begin a shop. */
  readonly begins?: boolean;
  /** Whether it works with the embedded databases whatever DATABASE_URL says. */
  readonly isEmbedded?: boolean;
  /** Whether root stays root: what the command writes is root's own. */
  readonly staysRoot?: (config: Config) => boolean;
}

/** The configuration of the shop that a command is to work with, as its owner where root has called it. */
export async function shopConfig({ begins, isEmbedded, staysRoot }: Wanted = {}): Promise<Config> {
  settingsOfCommand();
  const config = readConfig(process.env);
  if (!staysRoot?.(config)) becomeDataFolderOwner(config.dataDir);
  await (begins ? refuseForeignFolder(config) : requireShop(isEmbedded ? { ...config, databaseUrl: '' } : config));
  return config;
}
