import type { JobConnection } from '../../../database/types.ts';
import { type Bulk, bulkOf } from '../../import/store/bulk.ts';
import { LOGGING_POSITIONS } from './position-changes.ts';

/** Jobs whose changed positions are logged by `logPositions`. */
const quiet = new WeakMap<JobConnection, Bulk>();

/**
 * From now on until `endQuietLog` nothing logs the positions that the job's transaction inserts or updates but `logPositions`:
 * a trigger takes half as long again as the change itself, and at each statement with one the indexes of words write
 * out what they have gathered. Must not be left so: whoever calls this ends it, or is rolled back. Nothing on PostgreSQL.
 */
export function beginQuietLog(connection: JobConnection): void {
  if (connection.dialect === 'postgres' || quiet.has(connection)) return;
  connection.db.exec(
    'DROP TRIGGER position_insert; DROP TRIGGER position_update; DROP TRIGGER position_delete',
  );
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
