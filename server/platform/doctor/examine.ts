import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSnapshotOf, openWriting } from '../database/job-connection.ts';
import { openSqlite, rollBack } from '../database/sqlite-connection.ts';
import type { DatabaseLocation, JobConnection } from '../database/types.ts';
import type { FileStores } from '../files/file-store.ts';
import type { Check, CheckFindings, RepairTools, Subject } from './check.ts';

/** One service as it is examined. */
interface ExaminedService {
  readonly location: DatabaseLocation;
  readonly stores: FileStores;
  /** Takes files that nothing names. */
  readonly lostFolder: string;
  /** The version of its tables that this program knows. */
  readonly schema: number;
  readonly checks: readonly Check[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface CheckResult {
  readonly check: string;
  readonly faults: readonly string[];
  readonly moving: readonly string[];
  /** What was done about the faults. */
  readonly mended: string | null;
}

/**
 * Runs every check of a service, each over a snapshot of its own; with `repair` what can be put right is, and looked at
 * again. Tables of another version are only told of. Throws when the database cannot be read at all.
 */
export async function* examine(patient: ExaminedService, repair: boolean): AsyncGenerator<CheckResult> {
  const found = await withSubject(patient, versionOf);
  if (found !== patient.schema) {
    const faults = [`the tables have version ${found}, this program knows ${patient.schema}`];
    yield { check: 'schema', faults, moving: [], mended: null };
    return;
  }
  for (const check of patient.checks) {
    const first = await look(patient, check);
    if (!repair || !first.mend) {
      yield { check: check.name, faults: first.faults, moving: first.moving ?? [], mended: null };
      continue;
    }
    const mended = await first.mend(await benchOf(patient));
    const { faults, moving = [] } = await look(patient, check);
    yield { check: check.name, faults, moving, mended };
  }
}

const look = (patient: ExaminedService, check: Check): Promise<CheckFindings> =>
  withSubject(patient, (subject) => check.run(subject));

async function withSubject<Result>(
  patient: ExaminedService,
  work: (subject: Subject) => Promise<Result>,
): Promise<Result> {
  const { connection, abandon } = await openSnapshotOf(patient.location);
  try {
    return await work({
      connection,
      stores: patient.stores,
      now: patient.clock(),
      rows: async <Row>(sql: string) =>
        connection.dialect === 'sqlite' ? (connection.db.prepare(sql).all() as Row[]) : connection.query<Row>(sql),
      again: (next) => withSubject(patient, next),
    });
  } finally {
    // Of a connection that was idle for long nothing is left to end.
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

async function benchOf({ location, stores, lostFolder }: ExaminedService): Promise<RepairTools> {
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

/** Where files of a service go that nothing names. */
export const lostFolderOf = (dataFolder: string, service: string): string => join(dataFolder, 'lost', service);
