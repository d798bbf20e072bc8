import type { DatabaseSync } from 'node:sqlite';
import { type Bulk, bulkOf } from '../../platform/database/bulk.ts';
import type { JobConnection } from '../../platform/database/types.ts';

const logged = (event: string, id: string) => `CREATE TRIGGER position_${event} AFTER ${event} ON positions BEGIN
    INSERT INTO position_changes (position_id) VALUES (${id});
  END`;

/** The log of changed positions in an SQLite file, for those who keep columns of them (decision 40). */
export const POSITION_CHANGES = [
  'CREATE TABLE position_changes (number INTEGER PRIMARY KEY, position_id INTEGER NOT NULL)',
] as const;
/** What writes the log. */
export const LOGGING_POSITIONS = [
  logged('insert', 'new.id'),
  logged('update', 'new.id'),
  logged('delete', 'old.id'),
] as const;

/** Entries that are kept; whoever has missed older ones reads all positions again, which takes not much longer. */
const KEPT = 200_000;

/** Forgets old entries; the newest one stays, for numbers go on from it. */
export function trimChanges(db: DatabaseSync): void {
  db.prepare('DELETE FROM position_changes WHERE number <= (SELECT max(number) FROM position_changes) - ?').run(KEPT);
}

/** Jobs whose changed positions are logged by `logPositions`. */
const quiet = new WeakMap<JobConnection, Bulk>();

/**
 * From now on until `endQuietLog` nothing logs the positions that the job's transaction inserts or updates but `logPositions`:
 * a trigger takes half as long again as the change itself, and at each statement with one the indexes of words write
 * out what they have gathered. Must not be left so: whoever calls this ends it, or is rolled back. Nothing on PostgreSQL.
 */
export function beginQuietLog(connection: JobConnection): void {
  if (connection.dialect === 'postgres' || quiet.has(connection)) return;
  connection.db.exec('DROP TRIGGER position_insert; DROP TRIGGER position_update; DROP TRIGGER position_delete');
  quiet.set(connection, bulkOf(connection));
}

/** Logs changed positions where nothing else does. */
export async function logPositions(connection: JobConnection, ids: readonly number[]): Promise<void> {
  const bulk = quiet.get(connection);
  await bulk?.insert(
    'position_changes',
    [{ name: 'position_id', type: 'bigint' }],
    ids.map((id) => [id]),
  );
}

/** Every change is logged by itself again. */
export function endQuietLog(connection: JobConnection): void {
  if (connection.dialect === 'postgres' || !quiet.delete(connection)) return;
  for (const sql of LOGGING_POSITIONS) connection.db.exec(sql);
}
