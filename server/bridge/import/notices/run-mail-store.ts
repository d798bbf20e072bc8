import type { Kysely } from 'kysely';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';

/** Whoever wants a mail at the end of a run. */
export interface RunReader {
  readonly uid: string;
  readonly email: string;
}

/** Notes in the transaction that somebody wants a mail at the end of a run; once is enough. */
export async function askForMail(
  transaction: Kysely<BridgeSchema>,
  runId: number,
  { uid, email }: RunReader,
): Promise<void> {
  await transaction
    .insertInto('import_run_mails')
    .values({ run_id: runId, uid, email })
    .onConflict((conflict) => conflict.columns(['run_id', 'uid']).doUpdateSet({ email }))
    .execute();
}

/** They want none after all. */
export async function forgoMail(database: Database<BridgeSchema>, runId: number, uid: string): Promise<void> {
  await database.write((transaction) =>
    transaction.deleteFrom('import_run_mails').where('run_id', '=', runId).where('uid', '=', uid).execute(),
  );
}

/** Whether somebody waits for the mail about a run. */
export async function waitsForMail(read: Kysely<BridgeSchema>, runId: number, uid: string): Promise<boolean> {
  const asked = read.selectFrom('import_run_mails').select('uid').where('run_id', '=', runId);
  return (await asked.where('uid', '=', uid).executeTakeFirst()) !== undefined;
}

const ofEndedRuns = (read: Kysely<BridgeSchema>) =>
  read.selectFrom('import_runs').select('id').where('state', '!=', 'running');

/** Whether a mail about a run that has ended is still to be written. */
export async function hasMailDue(read: Kysely<BridgeSchema>): Promise<boolean> {
  const due = read.selectFrom('import_run_mails').select('run_id').where('run_id', 'in', ofEndedRuns(read));
  return (await due.limit(1).executeTakeFirst()) !== undefined;
}

/** Takes the wishes for runs that have ended for this transaction: nobody else gets them where it commits. */
export async function takeMailsDue(
  transaction: Kysely<BridgeSchema>,
): Promise<readonly { readonly run_id: number; readonly email: string }[]> {
  return transaction
    .deleteFrom('import_run_mails')
    .where('run_id', 'in', ofEndedRuns(transaction))
    .returning(['run_id', 'email'])
    .execute();
}
