/** Runs the checks of the `doctor` command over one service, and its repairs. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSnapshotOf, openWriting } from '../database/job-connection.ts';
import type { JobConnection } from '../database/jobs.ts';
import { openSqlite, rollBack } from '../database/sqlite-connection.ts';
import type { DatabaseLocation } from '../database/types.ts';
import type { FileStores } from '../files/file-store.ts';
import type { Check, CheckFindings, RepairTools, Subject } from './checks.ts';

interface ExaminedService {
  readonly location: DatabaseLocation;
  readonly stores: FileStores;
  readonly lostFolder: string;
  /** The version of its tables that this program knows. */
  readonly schema: number;
  readonly checks: readonly Check[];
  readonly clock: () => number;
}

export interface CheckResult {
  readonly check: string;
  readonly faults: readonly string[];
  readonly moving: readonly string[];
  readonly mended: string | null;
}

/**
 * Each check over its own snapshot; with `repair` repairable faults are repaired and checked again. Tables of another
 * version are only reported. Throws for an unreadable database.
 */
export async function* examine(service: ExaminedService, repair: boolean): AsyncGenerator<CheckResult> {
  const found = await withSubject(service, versionOf);
  if (found !== service.schema) {
    const faults = [`the tables have version ${found}, this program knows ${service.schema}`];
    yield { check: 'schema', faults, moving: [], mended: null };
    return;
  }
  for (const check of service.checks) {
    const first = await look(service, check);
    if (!repair || !first.mend) {
      yield { check: check.name, faults: first.faults, moving: first.moving ?? [], mended: null };
      continue;
    }
    const mended = await first.mend(await toolsOf(service));
    const { faults, moving = [] } = await look(service, check);
    yield { check: check.name, faults, moving, mended };
  }
}

const look = (service: ExaminedService, check: Check): Promise<CheckFindings> =>
  withSubject(service, (subject) => check.run(subject));

async function withSubject<Result>(
  service: ExaminedService,
  work: (subject: Subject) => Promise<Result>,
): Promise<Result> {
  const { connection, abandon } = await openSnapshotOf(service.location);
  try {
    return await work({
      connection,
      stores: service.stores,
      now: service.clock(),
      rows: async <Row>(sql: string) =>
        connection.dialect === 'sqlite' ? (connection.db.prepare(sql).all() as Row[]) : connection.query<Row>(sql),
      again: (next) => withSubject(service, next),
    });
  } finally {
    // A connection that was idle for long may be closed already.
    await abandon().catch(() => {});
  }
}

async function versionOf({ connection, rows }: Subject): Promise<number> {
  if (connection.dialect === 'postgres') {
    const [there] = await rows("SELECT FROM pg_class WHERE oid = to_regclass('schema_migrations')");
    if (!there) return 0;
  }
  const [row] = await rows<{ version: number | null }>('SELECT max(version) AS version FROM schema_migrations');
  return Number(row?.version ?? 0);
}

async function toolsOf({ location, stores, lostFolder }: ExaminedService): Promise<RepairTools> {
  await mkdir(lostFolder, { recursive: true });
  return { stores, lostFolder, write: (work) => writeTo(location, work) };
}

async function writeTo<Result>(
  location: DatabaseLocation,
  work: (connection: JobConnection) => Promise<Result>,
): Promise<Result> {
  if (location.dialect === 'sqlite') return writeToFile(location.file, work);
  const { connection, finish, abandon } = await openWriting(location.url, location.schema);
  try {
    const result = await work(connection);
    await finish();
    return result;
  } catch (error) {
    await abandon().catch(() => {});
    throw error;
  }
}

async function writeToFile<Result>(
  file: string,
  work: (connection: JobConnection) => Promise<Result>,
): Promise<Result> {
  const db = openSqlite(file, false);
  try {
    db.exec('begin immediate');
    const result = await work({ dialect: 'sqlite', db });
    db.exec('commit');
    return result;
  } finally {
    rollBack(db);
    db.close();
  }
}

export const lostFolderOf = (dataFolder: string, service: string): string => join(dataFolder, 'lost', service);
