import type { Kysely } from 'kysely';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';
import type { RunElsewhere } from './worker.ts';

/** Says that this process is at its runs; answers those that somebody has cancelled elsewhere. */
export async function beatOf(database: Database<BridgeSchema>, worker: string): Promise<number[]> {
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

const running = (read: Kysely<BridgeSchema>) =>
  read.selectFrom('import_runs').where('state', '=', 'running').where('worker', 'is not', null);

/** Runs that other workers than this one are at; those that were handed over are nobody's. */
export async function runsElsewhere(read: Kysely<BridgeSchema>, own: string): Promise<RunElsewhere[]> {
  const others = running(read).where('worker', '!=', own).where('handed', 'is', null);
  const rows = await others.select(['id', 'worker', 'beat']).execute();
  return rows.flatMap(({ id, worker, beat }) => (worker === null ? [] : [{ id, worker, beat }]));
}

/** Ends a run of a process that is gone; false where it has ended otherwise, or its process has said a word. */
export const interruptRun = (
  database: Database<BridgeSchema>,
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
export async function countAhead(
  read: Kysely<BridgeSchema>,
  { id, past, withHanded }: Asking,
): Promise<number> {
  const { count } = await running(read)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', '<', id)
    .$if(past.length > 0, (query) => query.where('id', 'not in', [...past]))
    .$if(!withHanded, (query) => query.where('handed', 'is', null))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Asks the process that is at a run to cancel it; false where the run is over. */
export const cancelElsewhere = (database: Database<BridgeSchema>, id: number): Promise<boolean> =>
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
