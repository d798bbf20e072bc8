import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { holdLock } from '../../database/sqlite/hold-lock.ts';

/** A folder that belongs to this process until it ends. */
export interface Slot {
  readonly folder: string;
  release(): void;
}

/** Processes over one data folder at most. */
const SLOTS = 64;

/** Takes the first free of the numbered folders in `folder`: processes that share it keep a copy each, and find it again. */
export async function takeSlot(folder: string): Promise<Slot> {
  for (let number = 1; number <= SLOTS; number++) {
    const own = join(folder, String(number));
    await mkdir(own, { recursive: true });
    const lock = holdLock(join(own, 'lock.db'));
    if (lock) return { folder: own, release: () => lock.close() };
  }
  throw new Error(`${folder}: ${SLOTS} processes use it already`);
}
