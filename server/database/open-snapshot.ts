import type { OpenJobConnection } from './postgres/job-connection.ts';
import { openSnapshot } from './postgres/job-connection.ts';
import { openSqlite } from './sqlite/connection.ts';
import type { DatabaseLocation } from './types.ts';

/** One consistent read-only view of a database that exists, as it is: nothing is migrated. It lasts until it is finished. */
export async function openSnapshotOf(location: DatabaseLocation): Promise<OpenJobConnection> {
  if (location.dialect === 'postgres') return openSnapshot(location.url, location.schema);
  const db = openSqlite(location.file, true);
  // A deferred transaction gets its snapshot at the first read.
  db.exec('begin');
  db.prepare('select count(*) from sqlite_schema').get();
  const end = async () => db.close();
  return { connection: { dialect: 'sqlite', db }, finish: end, abandon: end };
}
