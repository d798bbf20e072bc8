import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { writtenKeepRule } from '../settings/backup-checks.ts';
import { isBucket } from '../settings/files-checks.ts';
import type { Environment } from '../settings/setting.ts';
import { type BackupScheduler, scheduleBackups } from './backup/schedule/scheduler.ts';
import type { Config } from './config/config.ts';
import { runProgram } from './site/run-program.ts';

/** Longest backup, ms. */
const TIMEOUT_MS = 6 * 3_600_000;

interface Surroundings {
  /** The project's root folder. */
  readonly root: string;
  readonly environment: Environment;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/**
 * The backups that the configuration asks for; null: none. Each is the command of that name in a process of lower priority:
 * whoever sends a request meanwhile notices nothing of it.
 */
export function openBackups(
  { backups: { folder, minutes, keep }, dataFolder, timeZone }: Config,
  { root, environment, clock, log }: Surroundings,
): BackupScheduler | null {
  if (folder === '') return null;
  const command = join(root, 'server/commands/backup.ts');
  return scheduleBackups({
    // What became of them is known here also while an object storage is away.
    folder: isBucket(folder) ? join(dataFolder, 'backup-schedule') : folder,
    at: { minutes, timeZone },
    clock,
    log,
    take: async (signal) => {
      const said = await runProgram({
        command: process.execPath,
        args: [command, folder, '--keep', writtenKeepRule(keep)],
        folder: root,
        environment: { ...environment, DATA_DIR: dataFolder },
        timeout: TIMEOUT_MS,
        signal,
      });
      return JSON.parse(said.split('\n').at(-1) ?? '') as { bytes: number };
    },
  });
}
