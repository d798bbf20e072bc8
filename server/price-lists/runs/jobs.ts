// Starts the job of an import (job.ts) or of its dry run (plan-job.ts), and checks that the disk has room for it.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DryRunAnswer, UploadAnswer } from '../../../contract/catalogue/runs.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import type { ImportProgress, ListComparison } from '../apply/compare-list.ts';

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
  database: Database<CatalogueSchema>,
  run: ImportArguments,
  onMessage: OnProgress,
  signal: AbortSignal,
): Promise<UploadAnswer> =>
  database.runJob<ImportArguments, UploadAnswer, ImportProgress>(IMPORT, run, { onMessage, signal });

/** What a list would do, by a snapshot of the catalogue; any number beside imports and each other. */
export const runPlan = (
  database: Database<CatalogueSchema>,
  plan: PlanArguments,
  onMessage: OnProgress,
  signal: AbortSignal,
): Promise<DryRunAnswer> =>
  database.readJob<PlanArguments, DryRunAnswer, ImportProgress>(PLAN, plan, { onMessage, signal, hasTemporary: true });

/** Whether the disk of the database has room for what importing a file of that size may write. */
export async function hasDiskRoom(database: Database<CatalogueSchema>, fileBytes: number): Promise<boolean> {
  if (database.location.dialect !== 'sqlite') return true;
  const { bavail, bsize } = await statfs(dirname(database.location.file));
  return bavail * bsize > DISK_RESERVE + fileBytes * DISK_PER_FILE_BYTE;
}

export interface ImportArguments extends ListComparison {
  readonly runId: number;
  /** Milliseconds; the moment written as created and updated. */
  readonly now: number;
  /** A list that looks wrong is refused until a user confirms it, instead of being applied and marked. */
  readonly refuseDoubtful?: boolean;
  /** A person has confirmed what looks wrong. */
  readonly isConfirmed?: boolean;
  /** An accounting program has sent the list. */
  readonly isOfProgram?: boolean;
  /** The digest of the check that was looked at; unless confirmed, nothing else is applied. */
  readonly seen?: string | null;
}

export type PlanArguments = ListComparison;
