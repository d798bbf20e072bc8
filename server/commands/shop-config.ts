import type { Config } from '../config/config.ts';
import { refuseForeignFolder, requireShop } from '../config/data-folder.ts';
import { becomeOwnerOf } from '../config/owner.ts';
import { readConfig } from '../config/read-config.ts';
import { applySettingsFile, type SettingsFile, takeEnvWord } from '../config/settings-file.ts';

let named: string | undefined;

/** The first step of every command: the words of the command line are its own from here on. */
export function takeSettingsWord(): void {
  named = takeEnvWord(process.argv);
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
  if (!staysRoot?.(config)) becomeOwnerOf(config.dataFolder);
  await (begins
    ? refuseForeignFolder(config)
    : requireShop(isEmbedded ? { ...config, databaseUrl: '' } : config));
  return config;
}
