/** Takes a backup a day by the clock, and remembers how it ended. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { BackupState } from '../../../contract/operations/state.ts';
import { takeLock } from '../../platform/database/sqlite-locks.ts';
import { dayNumber, dayStart } from '../../platform/text/day.ts';
import { absent } from './sets.ts';

const LOOK_MS = MINUTE_MS;

export interface BackupSchedule {
  /** Folder of the record of backups; all processes that share it take one a day together. */
  readonly folder: string;
  readonly at: TimeOfDay;
  /** Takes a backup away from this process's own work; rejects with the reason when it fails. */
  take(signal: AbortSignal): Promise<{ readonly bytes: number }>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

export interface BackupScheduler {
  state(): Promise<BackupState>;
  /** Takes one if it is due and no other process takes it. Never rejects. */
  look(): Promise<void>;
  /** Ends the one under way, which is then taken again. */
  close(): Promise<void>;
}

/** Takes a backup when it is due, which is checked every minute. A failure is noted, logged and tried again. */
export function scheduleBackups({ folder, at, take, clock, log }: BackupSchedule): BackupScheduler {
  const stop = new AbortController();
  let round: Promise<void> | null = null;

  const isDue = async () => dueAt(clock(), at, await readAttempts(folder)) <= clock();

  async function takeIfDue(): Promise<void> {
    if (!(await isDue())) return;
    await mkdir(folder, { recursive: true });
    const lock = takeLock(join(folder, 'schedule.lock'));
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

/** After a failure it is tried again, but not at once: a full disk stays full for a while. */
const AGAIN_MS = HOUR_MS;

interface TimeOfDay {
  readonly minutes: number;
  readonly timeZone: string;
}

/** The scheduled moment of the day of `now` plus so many days, milliseconds. */
const momentOf = (now: number, { minutes, timeZone }: TimeOfDay, days: number): number =>
  dayStart((dayNumber(now, timeZone) + days) * DAY_MS, timeZone) + minutes * MINUTE_MS;

/** A record from the future is of a clock that has been set back since: it counts as none, or it would delay backups. */
const upTo = <Noted extends { readonly at: number }>(now: number, noted: Noted | null): Noted | null =>
  noted !== null && noted.at <= now ? noted : null;

/**
 * From when on the next backup is due, milliseconds; not after `now` when none was begun since the last scheduled
 * moment, however often the server was restarted. A failed attempt delays it by an hour.
 */
function dueAt(now: number, at: TimeOfDay, attempts: Attempts): number {
  const done = upTo(now, attempts.done);
  const failed = upTo(now, attempts.failed);
  const today = momentOf(now, at, 0);
  const last = today <= now ? today : momentOf(now, at, -1);
  if (done !== null && done.at >= last) return today > now ? today : momentOf(now, at, 1);
  return failed !== null && failed.at >= last ? failed.at + AGAIN_MS : last;
}

/** The outcome of scheduled backups; moments in milliseconds. */
interface Attempts {
  /** The last whole one. */
  readonly done: { readonly at: number; readonly bytes: number; readonly ms: number } | null;
  /** The last failure since. */
  readonly failed: { readonly at: number; readonly error: string } | null;
}

const FILE = 'schedule.json';
const NONE: Attempts = { done: null, failed: null };

/** Reads the record of backups; one cut off by a dying disk counts as none. */
async function readAttempts(folder: string): Promise<Attempts> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(absent);
  if (text === null) return NONE;
  try {
    return JSON.parse(text) as Attempts;
  } catch {
    return NONE;
  }
}

/** Whole or not at all. */
async function writeAttempts(folder: string, attempts: Attempts): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${FILE}.part`);
  await writeFile(draft, `${JSON.stringify(attempts)}\n`, { flush: true });
  await rename(draft, join(folder, FILE));
}
