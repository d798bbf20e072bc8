import { readFileSync } from 'node:fs';
import { ReadError } from './error.ts';
import { CPU_SECONDS, RESIDENT_MB, WALL_MS, WATCH_MS } from './limits.ts';

/** Clock ticks a second in /proc/<pid>/stat; the kernel's interface fixes it. */
const TICKS = 100;

/**
 * Calls `stop` when a process holds too much memory, uses too much processor time, or lives too long; answers the
 * function that ends the watch. Where there is no /proc only the wall clock counts.
 */
export function watchProcess(
  pid: number | undefined,
  group: keyof typeof RESIDENT_MB,
  stop: (error: ReadError) => void,
): () => void {
  const wall = setTimeout(() => stop(new ReadError('TOO_MUCH_TIME')), WALL_MS);
  const look = setInterval(() => {
    const use = pid === undefined ? null : processUse(pid);
    if (!use) return;
    if (use.residentMb > RESIDENT_MB[group]) stop(new ReadError('TOO_MUCH_MEMORY'));
    else if (use.cpuSeconds > CPU_SECONDS[group]) stop(new ReadError('TOO_MUCH_TIME'));
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
