import { readFileSync } from 'node:fs';

/** Clock ticks a second in /proc/<pid>/stat; the kernel's interface fixes it. */
const TICKS = 100;
/** How often a process is looked at, milliseconds. */
const WATCH_MS = 50;

/** What a process may use. */
export interface Caps {
  /** Heap, megabytes. */
  readonly heapMb: number;
  /** Resident memory at which it is killed, megabytes. */
  readonly residentMb: number;
  /** Processor time at which it is killed, seconds. */
  readonly cpuSeconds: number;
  /** Longest life, milliseconds; what it waits for counts in. */
  readonly wallMs: number;
}

/**
 * Calls `stop` when a process holds too much memory, uses too much processor time, or lives too long; answers the
 * function that ends the watch. Where there is no /proc only the wall clock counts.
 */
export function watchProcess(
  pid: number | undefined,
  { residentMb, cpuSeconds, wallMs }: Caps,
  stop: (code: 'TOO_MUCH_MEMORY' | 'TOO_MUCH_TIME') => void,
): () => void {
  const wall = setTimeout(() => stop('TOO_MUCH_TIME'), wallMs);
  const look = setInterval(() => {
    const use = pid === undefined ? null : processUse(pid);
    if (!use) return;
    if (use.residentMb > residentMb) stop('TOO_MUCH_MEMORY');
    else if (use.cpuSeconds > cpuSeconds) stop('TOO_MUCH_TIME');
  }, WATCH_MS);
  return () => {
    clearTimeout(wall);
    clearInterval(look);
  };
}

function processUse(pid: number): { residentMb: number; cpuSeconds: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const residentKb = Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? 0);
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /su, '')
      .split(' ');
    return {
      residentMb: residentKb / 1024,
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
    };
  } catch {
    return null;
  }
}
