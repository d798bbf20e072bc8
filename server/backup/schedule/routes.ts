import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { BackupState } from '../../../contract/backups.ts';
import type { BackupScheduler } from './scheduler.ts';

const NOT_SCHEDULED: BackupState = {
  isScheduled: false,
  isRunning: false,
  lastAt: null,
  bytes: null,
  ms: null,
  failedAt: null,
  error: '',
  nextAt: null,
};

/** How the backups stand that the server takes by itself; null: it takes none. */
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
