import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { UploadAnswer } from '../../../../contract/bridge.ts';
import type { DryRunAnswer } from '../../../../contract/import-runs.ts';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';
import type { ImportArguments } from './job.ts';
import type { PlanArguments } from './plan-job.ts';
import type { ImportProgress } from './progress.ts';

const IMPORT = new URL('./job.ts', import.meta.url);
const PLAN = new URL('./plan-job.ts', import.meta.url);
const MEGABYTE = 1024 * 1024;
/** Room that must stay free beyond what a run may write, bytes. */
const DISK_RESERVE = 256 * MEGABYTE;
/** Bytes a run may write for each byte of the file: rows, indexes and history stand in the log until the commit. */
const DISK_PER_FILE_BYTE = 16;

type OnProgress = (progress: ImportProgress) => void;

/** Applies a file in one transaction of its own thread; rejects, with nothing changed, when that fails. */
export const runImport = (
  database: Database<BridgeSchema>,
  run: ImportArguments,
  onMessage: OnProgress,
  signal: AbortSignal,
): Promise<UploadAnswer> =>
  database.runJob<ImportArguments, UploadAnswer, ImportProgress>(IMPORT, run, { onMessage, signal });

/** What a file would do, by a snapshot of the catalogue; any number beside imports and each other. */
export const runPlan = (
  database: Database<BridgeSchema>,
  plan: PlanArguments,
  onMessage: OnProgress,
  signal: AbortSignal,
): Promise<DryRunAnswer> =>
  database.readJob<PlanArguments, DryRunAnswer, ImportProgress>(PLAN, plan, { onMessage, signal });

/** Whether the disk of the database has room for what importing a file of that size may write. */
export async function hasDiskRoom(database: Database<BridgeSchema>, fileBytes: number): Promise<boolean> {
  if (database.location.dialect !== 'sqlite') return true;
  const { bavail, bsize } = await statfs(dirname(database.location.file));
  return bavail * bsize > DISK_RESERVE + fileBytes * DISK_PER_FILE_BYTE;
}
