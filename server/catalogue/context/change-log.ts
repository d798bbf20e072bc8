// Logs which positions have changed in the embedded SQLite catalogue, so that search threads renew their columns in
// memory.
import type { DatabaseSync } from 'node:sqlite';

const logged = (event: string, id: string) => `CREATE TRIGGER position_${event} AFTER ${event} ON positions BEGIN
    INSERT INTO position_changes (position_id) VALUES (${id});
  END`;

/** The log of changed positions in an SQLite file, from which readers renew their columns (decision 40). */
export const POSITION_CHANGES = [
  'CREATE TABLE position_changes (number INTEGER PRIMARY KEY, position_id INTEGER NOT NULL)',
] as const;
export const LOGGING_POSITIONS = [
  logged('insert', 'new.id'),
  logged('update', 'new.id'),
  logged('delete', 'old.id'),
] as const;

/** Entries that are kept; a reader that missed older ones reads all positions again, which takes not much longer. */
const KEPT = 200_000;

/** Deletes old entries; the newest one stays, because numbers continue from it. */
export function trimChanges(db: DatabaseSync): void {
  db.prepare('DELETE FROM position_changes WHERE number <= (SELECT max(number) FROM position_changes) - ?').run(KEPT);
}
