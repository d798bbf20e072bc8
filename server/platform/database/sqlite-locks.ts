import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseBusy, troubleOf } from './trouble.ts';

/**
 * Takes a lock that is held until it is closed, by a file of its own; null while another process has it. The system frees
 * the lock of a process that dies.
 */
export function takeLock(file: string): DatabaseSync | null {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (troubleOf(error) === 'busy') return null;
    throw error;
  }
}

/** How long another process may hold the database before this one gives up, ms. */
const PATIENCE_MS = 3_600_000;
const BETWEEN_TRIES_MS = 500;
/** https://www.sqlite.org/rescode.html#busy */
const BUSY = 5;

interface WaitOptions {
  readonly betweenMs?: number;
  /** Ends the waiting, with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does the work, again and again while another process writes into the same database: SQLite lets one process write at a
 * time, and tells the others after a few seconds that it is busy. The work must have changed nothing where it fails so.
 */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  say: (line: string) => void,
  { betweenMs = BETWEEN_TRIES_MS, signal }: WaitOptions = {},
): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error;
      if (!isLogged) say('another process writes into the catalogue: waiting for it');
      await pause(betweenMs, undefined, { signal }).catch(() => {});
      signal?.throwIfAborted();
    }
  }
}

function isLocked(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  // The lower eight bits are the primary code.
  return error instanceof DatabaseBusy || (typeof errcode === 'number' && (errcode & 0xff) === BUSY);
}
