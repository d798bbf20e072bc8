import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { holdLock } from '../../../database/sqlite/hold-lock.ts';
import type { Worker } from './worker.ts';

/**
 * Lives by a lock on a file beside the database, which the system frees when the process dies, however that comes about:
 * nobody has to wait, and one that stands still for a while is not taken for dead.
 */
export function lockedWorker(databaseFile: string): Worker {
  const folder = join(dirname(databaseFile), 'workers');
  const own = randomUUID();
  let lock: DatabaseSync | null = null;

  const fileOf = (worker: string) => join(folder, `${worker}.lock`);

  /** Takes the file of one that is gone away with it. */
  function isGone(worker: string): boolean {
    mkdirSync(folder, { recursive: true });
    const free = holdLock(fileOf(worker));
    free?.close();
    if (free) rmSync(fileOf(worker), { force: true });
    return free !== null;
  }

  return {
    id: own,
    begin: () => {
      mkdirSync(folder, { recursive: true });
      lock ??= holdLock(fileOf(own));
    },
    goneAmong: (runs) => {
      const gone = new Set([...new Set(runs.map(({ worker }) => worker))].filter(isGone));
      return runs.filter(({ worker }) => gone.has(worker));
    },
    hasToBeat: false,
    close: () => {
      lock?.close();
      if (lock) rmSync(fileOf(own), { force: true });
      lock = null;
    },
  };
}
