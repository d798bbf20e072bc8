import { rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { OTHER_PROCESS_WAIT_MS } from '../database/sqlite/connection.ts';

/** The whole database in one step: in steps, a commit of another process would begin the copy anew each time. */
const ALL_PAGES = 0x7fff_ffff;

/**
 * Copies an embedded database as it is at one moment, while others read and write it, into one file without a
 * write-ahead log. The pages are copied in a thread of Node's pool. Returns its newest migration. Throws when the
 * database cannot be read or the copy cannot be written; nothing is left of such a copy.
 */
export async function copyDatabase(from: string, to: string): Promise<number> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: OTHER_PROCESS_WAIT_MS });
  try {
    await backup(source, to, { rate: ALL_PAGES });
    return finish(to);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  } finally {
    source.close();
  }
}

function finish(file: string): number {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const newest = copy.prepare('select max(version) as version from schema_migrations').get();
    return Number(newest?.version);
  } finally {
    copy.close();
  }
}
