/** Opens the backups that the server takes by itself, as its configuration says, and shows their state. */
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { HOUR_MS } from '../../../contract/limits.ts';
import { BackupState } from '../../../contract/operations/state.ts';
import { isBucket, writtenKeepRule } from '../../../settings/storage.ts';
import type { Environment } from '../../../settings/variables.ts';
import { runProgram } from '../../platform/child-process/run-program.ts';
import type { Config } from '../config/config.ts';
import { type BackupSchedule, type BackupScheduler, scheduleBackups } from './schedule.ts';

const TIMEOUT_MS = 6 * HOUR_MS;

/** The backups that the configuration asks for; null: none. Each is the backup command, in a process of low priority. */
export function openBackups(
  { backupDir: folder, backupAt: minutes, backupKeep: keep, dataDir, timeZone }: Config,
  { root, environment, clock, log }: Pick<BackupSchedule, 'clock' | 'log'> & { root: string; environment: Environment },
): BackupScheduler | null {
  if (folder === '') return null;
  const command = join(root, 'server/operations/commands/backup.ts');
  return scheduleBackups({
    // Their outcome is known here also while an object storage is away.
    folder: isBucket(folder) ? join(dataDir, 'backup-schedule') : folder,
    at: { minutes, timeZone },
    clock,
    log,
    take: async (signal) => {
      const said = await runProgram({
        command: process.execPath,
        args: [command, folder, '--keep', writtenKeepRule(keep)],
        folder: root,
        environment: { ...environment, DATA_DIR: dataDir },
        timeout: TIMEOUT_MS,
        signal,
      });
      return JSON.parse(said.split('\n').at(-1) ?? '') as { bytes: number };
    },
  });
}

const NOT_SCHEDULED: BackupState = {
  ...{ isScheduled: false, isRunning: false, error: '' },
  ...{ lastAt: null, bytes: null, ms: null, failedAt: null, nextAt: null },
};

/** Null: none are scheduled. */
export const backupRoutes =
  (backups: BackupScheduler | null): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/backups',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'The last backup that the server took by itself, and the next one',
          response: { 200: BackupState },
        },
      },
      async () => (await backups?.state()) ?? NOT_SCHEDULED,
    );
  };
