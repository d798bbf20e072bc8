import { DatabaseSync } from 'node:sqlite';
import { troubleOf } from '../trouble.ts';

/**
 * Takes a lock that is held until it is closed, by a file of its own; null while another process has it. The system frees
 * the lock of a process that dies.
 */
export function holdLock(file: string): DatabaseSync | null {
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
