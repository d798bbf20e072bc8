import { DatabaseSync } from 'node:sqlite';

/** Faults that a message names. */
const TOLD = 3;

/** Throws an Error that names the first faults of a database file: pages that are damaged, rows that refer to none. */
export function soundDatabase(file: string): void {
  const faults = databaseFaults(file);
  if (faults.length > 0) throw new Error(`${file} is damaged: ${faults.slice(0, TOLD).join('; ')}`);
}

/** What is wrong with a database file that nobody is changing; empty when it is sound or not there. */
function databaseFaults(file: string): string[] {
  const db = new DatabaseSync(file);
  try {
    const damaged = db
      .prepare('PRAGMA quick_check')
      .all()
      .map((row) => String(Object.values(row)[0]))
      .filter((said) => said !== 'ok');
    if (damaged.length > 0) return damaged;
    return db
      .prepare('PRAGMA foreign_key_check')
      .all()
      .map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`);
  } catch (error) {
    return [(error as Error).message];
  } finally {
    db.close();
  }
}
