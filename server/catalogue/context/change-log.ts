// Logs which positions have changed in the embedded SQLite catalogue, so that search threads renew their columns in
// memory.
import type { DatabaseSync } from 'node:sqlite';
import { type Bulk, bulkOf, type JobConnection } from '../../platform/database/jobs.ts';

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

/** Jobs whose changed positions are logged by `logPositions`. */
const quiet = new WeakMap<JobConnection, Bulk>();

/**
 * Drops the triggers that log changed positions until `endQuietLog` or a rollback; `logPositions` logs them meanwhile.
 * A trigger costs half of the change itself and makes the word index flush after each statement.
 */
export function beginQuietLog(connection: JobConnection): void {
  if (connection.dialect === 'postgres' || quiet.has(connection)) return;
  connection.db.exec('DROP TRIGGER position_insert; DROP TRIGGER position_update; DROP TRIGGER position_delete');
  quiet.set(connection, bulkOf(connection));
}

/** Logs changed positions between `beginQuietLog` and `endQuietLog`; does nothing outside. */
export async function logPositions(connection: JobConnection, ids: readonly number[]): Promise<void> {
  const bulk = quiet.get(connection);
  const rows = ids.map((id) => [id]);
  await bulk?.insert('position_changes', [{ name: 'position_id', type: 'bigint' }], rows);
}

export function endQuietLog(connection: JobConnection): void {
  if (connection.dialect === 'postgres' || !quiet.delete(connection)) return;
  for (const sql of LOGGING_POSITIONS) connection.db.exec(sql);
}
