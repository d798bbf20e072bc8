import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { RunKind, RunSource } from '../../../contract/catalogue/runs.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import { conflict, HttpError } from '../../platform/http/request.ts';
import { stateOfRun } from './run-store.ts';

/** Says that this process is at its runs; answers those that somebody has cancelled elsewhere. */
export async function beatOf(database: Database<CatalogueSchema>, worker: string): Promise<number[]> {
  const rows = await database.write((transaction) =>
    transaction
      .updateTable('import_runs')
      .set(({ eb }) => ({ beat: eb('beat', '+', 1) }))
      .where('worker', '=', worker)
      .where('state', '=', 'running')
      .returning(['id', 'unwanted'])
      .execute(),
  );
  return rows.filter(({ unwanted }) => unwanted === 1).map(({ id }) => id);
}

const running = (read: Kysely<CatalogueSchema>) =>
  read.selectFrom('import_runs').where('state', '=', 'running').where('worker', 'is not', null);

/** Runs that other workers than this one are at; those that were handed over are nobody's. */
export async function runsElsewhere(read: Kysely<CatalogueSchema>, own: string): Promise<RunElsewhere[]> {
  const others = running(read).where('worker', '!=', own).where('handed', 'is', null);
  const rows = await others.select(['id', 'worker', 'beat']).execute();
  return rows.flatMap(({ id, worker, beat }) => (worker === null ? [] : [{ id, worker, beat }]));
}

/** Ends a run of a process that is gone; false where it has ended otherwise, or its process has said a word. */
export const interruptRun = (
  database: Database<CatalogueSchema>,
  { id, worker, beat }: RunElsewhere,
  now: number,
): Promise<boolean> =>
  database.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('import_runs')
      .set({ state: 'interrupted', ended_at: now })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('worker', '=', worker)
      .where('beat', '=', beat)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0;
  });

/** A run that asks whether it is its turn. */
interface Asking {
  readonly id: number;
  /** Runs that have had their turn, though their end may not be written down yet. */
  readonly past: readonly number[];
  /** Whether those that were handed over count: where nobody takes them nobody waits for them. */
  readonly withHanded: boolean;
}

/** How many runs of all processes have their turn before this one. */
export async function countAhead(read: Kysely<CatalogueSchema>, { id, past, withHanded }: Asking): Promise<number> {
  const { count } = await running(read)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', '<', id)
    .$if(past.length > 0, (query) => query.where('id', 'not in', [...past]))
    .$if(!withHanded, (query) => query.where('handed', 'is', null))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Asks the process that is at a run to cancel it; false where the run is over. */
const cancelElsewhere = (database: Database<CatalogueSchema>, id: number): Promise<boolean> =>
  database.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('import_runs')
      .set({ unwanted: 1 })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('worker', 'is not', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0;
  });

/** A run of another process, as its row has it. */
export interface RunElsewhere {
  readonly id: number;
  readonly worker: string;
  readonly beat: number;
}

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
export const handOverRun = (
  database: Database<CatalogueSchema>,
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
export async function listHandedRuns(read: Kysely<CatalogueSchema>): Promise<HandedRun[]> {
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
export const takeHandedRun = (
  database: Database<CatalogueSchema>,
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

/** How long the process that is at the run may take to hear of it and to end it, ms. */
const PATIENCE_MS = 10_000;
const BETWEEN_LOOKS_MS = 200;

/**
 * Has the process that is at a run cancel it, and waits for that. Throws 409 where the run has ended by itself, 503 where
 * the other one does not do it in time.
 */
export async function cancelRunElsewhere(
  database: Database<CatalogueSchema>,
  id: number,
): Promise<{ message: string }> {
  if (!(await cancelElsewhere(database, id))) throw conflict('run already ended');
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const state = await stateOfRun(database.read, id);
    if (state === 'done') throw conflict('run already ended');
    if (state !== 'running') return { message: 'upload cancelled' };
    await pause(BETWEEN_LOOKS_MS);
  }
  throw new HttpError(503, 'import under way', { headers: { 'Retry-After': '15' } });
}
