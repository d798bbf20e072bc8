import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { BackupState } from '../../../contract/backups.ts';
import { holdLock } from '../../database/sqlite/hold-lock.ts';
import { dueAt, type TimeOfDay } from './due.ts';
import { type Attempts, readAttempts, writeAttempts } from './record.ts';

/** How often it is looked whether a backup is due, ms. */
const LOOK_MS = 60_000;

export interface BackupSchedule {
  /** Where it is written down what became of them; all processes that have it in common take one a day together. */
  readonly folder: string;
  readonly at: TimeOfDay;
  /** Takes a backup away from this process's own work; rejects with the reason when it fails. */
  take(signal: AbortSignal): Promise<{ readonly bytes: number }>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/** Backups that are taken by the clock. */
export interface BackupScheduler {
  state(): Promise<BackupState>;
  /** Takes one if it is due and nobody else is at it. Never rejects. */
  look(): Promise<void>;
  /** Ends the one under way, which is then taken again. */
  close(): Promise<void>;
}

/** Looks every minute whether a backup is due and takes it. What failed is written down, told in the log and tried again. */
export function scheduleBackups({ folder, at, take, clock, log }: BackupSchedule): BackupScheduler {
  const stop = new AbortController();
  let round: Promise<void> | null = null;

  const isDue = async () => dueAt(clock(), at, await readAttempts(folder)) <= clock();

  async function takeIfDue(): Promise<void> {
    if (!(await isDue())) return;
    await mkdir(folder, { recursive: true });
    const lock = holdLock(join(folder, 'schedule.lock'));
    if (!lock) return;
    try {
      // Another process may have taken it between the look and the lock.
      if (await isDue()) await takeNow();
    } finally {
      lock.close();
    }
  }

  async function takeNow(): Promise<void> {
    const began = clock();
    const counted = performance.now();
    try {
      const { bytes } = await take(stop.signal);
      const ms = Math.round(performance.now() - counted);
      await writeAttempts(folder, { done: { at: began, bytes, ms }, failed: null });
      log.info({ bytes, ms }, 'backup taken');
    } catch (error) {
      if (stop.signal.aborted) return;
      const { done } = await readAttempts(folder);
      await writeAttempts(folder, { done, failed: { at: began, error: (error as Error).message } });
      throw error;
    }
  }

  const look = (): Promise<void> => {
    round ??= takeIfDue()
      .catch((error: unknown) => log.error({ err: error }, 'backup failed'))
      .finally(() => {
        round = null;
      });
    return round;
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();

  return {
    look,
    state: async () => stateOf(await readAttempts(folder), clock(), at, round !== null),
    close: async () => {
      clearInterval(timer);
      stop.abort();
      await round;
    },
  };
}

function stateOf(attempts: Attempts, now: number, at: TimeOfDay, isRunning: boolean): BackupState {
  const { done, failed } = attempts;
  return {
    isScheduled: true,
    isRunning,
    lastAt: done && written(done.at),
    bytes: done?.bytes ?? null,
    ms: done?.ms ?? null,
    failedAt: failed && written(failed.at),
    error: failed?.error ?? '',
    nextAt: written(Math.max(now, dueAt(now, at, attempts))),
  };
}

const written = (moment: number): string => new Date(moment).toISOString();
