import type { Kysely } from 'kysely';
import type { RunKind, RunSource } from '../../../../contract/import-runs.ts';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';

/** A run that a process left before its turn, for another one to go on with. */
export interface HandedRun {
  readonly id: number;
  readonly kind: RunKind;
  readonly uid: string;
  readonly who: string;
  readonly source: RunSource;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly keptFile: string;
  /** The run that it takes back; null: none. */
  readonly undoes: number | null;
  /** As JSON, what its first process knew of it beside that. */
  readonly handed: string;
  /** Somebody has cancelled it meanwhile. */
  readonly isUnwanted: boolean;
}

/** Leaves a run of this process, which has not begun, to whoever takes it; false where it has ended otherwise. */
export const handOver = (
  database: Database<BridgeSchema>,
  { id, worker, handed }: { readonly id: number; readonly worker: string; readonly handed: string },
): Promise<boolean> =>
  database.write(
    async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('import_runs')
        // Whoever has counted this process's beats sees that it has said a word.
        .set(({ eb }) => ({ handed, beat: eb('beat', '+', 1) }))
        .where('id', '=', id)
        .where('state', '=', 'running')
        .where('worker', '=', worker)
        .where('began_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0;
    },
    { isPatient: true },
  );

/** The runs that were handed over, in their order. */
export async function listHanded(read: Kysely<BridgeSchema>): Promise<HandedRun[]> {
  const rows = await read
    .selectFrom('import_runs')
    .select(['id', 'kind', 'uid', 'who', 'source', 'file_name', 'file_bytes', 'kept_file', 'undoes'])
    .select(['handed', 'unwanted'])
    .where('state', '=', 'running')
    .where('handed', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ file_name, file_bytes, kept_file, handed, unwanted, undoes, ...run }) => ({
    ...run,
    fileName: file_name,
    fileBytes: Number(file_bytes),
    keptFile: kept_file ?? '',
    undoes: undoes === null ? null : Number(undoes),
    handed: handed ?? '',
    isUnwanted: unwanted === 1,
  }));
}

/** Takes a run that was handed over; false where another process was first. */
export const takeHanded = (
  database: Database<BridgeSchema>,
  { id, worker }: { readonly id: number; readonly worker: string },
): Promise<boolean> =>
  database.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('import_runs')
      .set(({ eb }) => ({ worker, handed: null, beat: eb('beat', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('handed', 'is not', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0;
  });
