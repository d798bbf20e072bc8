import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all room but about so many bytes. */
  fill(left?: number): void;
  /** Gives it back. */
  free(): void;
  makeReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

const mount = (...parameters: string[]): boolean => spawnSync('mount', parameters).status === 0;

/** Mounts one; null where this machine does not let us. */
export function openSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'parts-disk-'));
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const filler = join(folder, '.filler');
  const free = () => rmSync(filler, { force: true });
  return {
    folder,
    free,
    fill(left = 0) {
      for (let size = 1024 * 1024; size >= 4096; size /= 16) grow(filler, size);
      truncateSync(filler, statSync(filler).size - left);
    },
    makeReadOnly: (isReadOnly) => void mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Appends pieces of so many bytes until there is no room for one more. */
function grow(file: string, size: number): void {
  const piece = Buffer.alloc(size, 1);
  const handle = openSync(file, 'a');
  try {
    while (writeSync(handle, piece) === size);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
}
