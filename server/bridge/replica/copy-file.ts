import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../../database/sqlite/connection.ts';
import type { CatalogueState } from './catalogue-log.ts';
import { isDamage } from './damage.ts';
import { COPY_FORMAT, COPY_TABLES } from './tables.ts';

/** Makes an empty copy; only `saveState` makes it one that counts. */
export function createCopy(file: string): DatabaseSync {
  const db = openWriting(file);
  for (const statement of COPY_TABLES) db.exec(statement);
  return db;
}

/** Opens a copy to change it. What a failing disk takes of it is taken from the catalogue again. */
export function openWriting(file: string): DatabaseSync {
  const db = openSqlite(file, false);
  db.exec('PRAGMA synchronous = NORMAL');
  return db;
}

/** Notes, in the transaction of the changes, which state of the catalogue the copy shows. */
export function saveState(db: DatabaseSync, { catalogue, place }: CatalogueState): void {
  db.prepare('INSERT OR REPLACE INTO copy_state (id, format, catalogue, place) VALUES (1, ?, ?, ?)').run(
    COPY_FORMAT,
    catalogue,
    place,
  );
}

/** Which state of the catalogue a copy shows; null for one that is unfinished or of another format. */
export function stateOf(db: DatabaseSync): CatalogueState | null {
  const row = db.prepare('SELECT catalogue, place FROM copy_state WHERE format = ?').get(COPY_FORMAT);
  return row ? { catalogue: String(row.catalogue), place: String(row.place) } : null;
}

/** Whether a file, which may be anything, holds a finished copy without damage. Reads all of it. */
export function isWhole(file: string): boolean {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file);
    return stateOf(db) !== null && db.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    db?.close();
  }
}
