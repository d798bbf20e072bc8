import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { UploadAnswer } from '../../../../contract/bridge.ts';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';
import type { Decimal } from '../decimal.ts';
import type { ImportSettings } from '../settings.ts';
import type { ImportArguments, ImportProgress } from './job.ts';

const JOB = new URL('./job.ts', import.meta.url);
const MEGABYTE = 1024 * 1024;
/** Room that must stay free beyond what a run may write, bytes. */
const DISK_RESERVE = 256 * MEGABYTE;
/** Bytes a run may write for each byte of the file: rows, indexes and history stand in the log until the commit. */
const DISK_PER_FILE_BYTE = 16;

export interface RunStart {
  readonly uploadId: string | null;
  readonly uid: string;
  readonly fileName: string;
  readonly settings: ImportSettings;
}

const decimalText = ({ units, scale }: Decimal): string => `${units}e-${scale}`;

/** The settings as the run keeps them; the dictionary is the same for every run. */
function settingsText({ stockWords: _, profit, currency, ...settings }: ImportSettings): string {
  const { code, rate } = currency;
  return JSON.stringify({
    ...settings,
    profit: decimalText(profit),
    currency: { code, rate: decimalText(rate) },
  });
}

/** Writes down that a run begins; answers its id. */
export function startRun(database: Database<BridgeSchema>, run: RunStart, now: number): Promise<number> {
  const { settings } = run;
  return database.write(async (transaction) => {
    const row = await transaction
      .insertInto('import_runs')
      .values({
        upload_id: run.uploadId,
        uid: run.uid,
        file_name: run.fileName,
        brand_id: settings.brandId,
        provider_id: settings.providerId,
        settings: settingsText(settings),
        state: 'running',
        started_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

/** Whether an upload id names a run already, of this process or of one before it. */
export async function wasUsed(database: Database<BridgeSchema>, uploadId: string): Promise<boolean> {
  const known = database.read.selectFrom('import_runs').select('id').where('upload_id', '=', uploadId);
  return (await known.executeTakeFirst()) !== undefined;
}

/** Writes down why a run ended without changing anything. */
export async function failRun(
  database: Database<BridgeSchema>,
  runId: number,
  error: string,
  now: number,
  state: 'failed' | 'interrupted' = 'failed',
): Promise<void> {
  await database.write((transaction) =>
    transaction
      .updateTable('import_runs')
      .set({ state, ended_at: now, error })
      .where('id', '=', runId)
      .execute(),
  );
}

/** At the start of the server: runs that were under way when it died are over. Answers how many there were. */
export async function markInterruptedRuns(database: Database<BridgeSchema>, now: number): Promise<number> {
  return database.write(async (transaction) => {
    const marked = await transaction
      .updateTable('import_runs')
      .set({ state: 'interrupted', ended_at: now })
      .where('state', '=', 'running')
      .returning('id')
      .execute();
    return marked.length;
  });
}

/** Applies a file in one transaction of its own thread; rejects, with nothing changed, when that fails. */
export function runImport(
  database: Database<BridgeSchema>,
  run: ImportArguments,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  return database.runJob<ImportArguments, UploadAnswer, ImportProgress>(JOB, run, {
    onMessage: onProgress,
    signal,
  });
}

/** Whether the disk of the database has room for what importing a file of that size may write. */
export async function hasDiskRoom(database: Database<BridgeSchema>, fileBytes: number): Promise<boolean> {
  if (database.location.dialect !== 'sqlite') return true;
  const { bavail, bsize } = await statfs(dirname(database.location.file));
  return bavail * bsize > DISK_RESERVE + fileBytes * DISK_PER_FILE_BYTE;
}
