// Locks between processes by SQLite files, and retries of work while another process writes.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseBusy, troubleOf } from './trouble.ts';

/** Takes a lock, by a file of its own, until the returned database is closed; null while another process has it. */
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

const PATIENCE_MS = 3_600_000;
const BETWEEN_TRIES_MS = 500;
/** https://www.sqlite.org/rescode.html#busy */
const BUSY = 5;

interface WaitOptions {
  readonly betweenMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Does the work, and retries it while another process writes. A failed attempt must have changed nothing. */
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
