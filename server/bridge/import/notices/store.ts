import type { Kysely } from 'kysely';
import type { EndedRun } from '../../../../contract/import-notices.ts';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';
import { outcomeOf } from '../run/run-row.ts';

/** A person who asks to be told of more has looked at none of them. */
const ENDED_MAX = 50;

/** Price lists that wait for a decision. */
export async function countHeld(read: Kysely<BridgeSchema>): Promise<number> {
  const { count } = await read
    .selectFrom('import_arrivals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The ended runs of a person that they wanted to hear of and have not looked at; the latest ones. */
export async function endedRuns(read: Kysely<BridgeSchema>, uid: string): Promise<EndedRun[]> {
  const runs = await read
    .selectFrom('import_runs')
    .select(['id', 'file_name', 'state', 'error', 'began_at'])
    .where('uid', '=', uid)
    .where('notice', '=', 'asked')
    .where('state', '!=', 'running')
    .orderBy('id', 'desc')
    .limit(ENDED_MAX)
    .execute();
  return runs.map((run) => ({ id: Number(run.id), fileName: run.file_name, outcome: outcomeOf(run) }));
}

/** Notes that a person has looked at an ended run of theirs; any other run stays as it is. */
export async function noteSeen(database: Database<BridgeSchema>, uid: string, runId: number): Promise<void> {
  await database.write((transaction) =>
    transaction
      .updateTable('import_runs')
      .set({ notice: 'seen' })
      .where('id', '=', runId)
      .where('uid', '=', uid)
      .where('notice', '=', 'asked')
      .where('state', '!=', 'running')
      .execute(),
  );
}
