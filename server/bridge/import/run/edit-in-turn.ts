import type { Kysely } from 'kysely';
import { HttpError } from '../../../http/errors.ts';
import type { BridgeSchema } from '../../schema.ts';
import { NO_RUN, type Turns } from './turns.ts';

/** When it is worth trying again, seconds: nobody knows how long a run takes. */
const RETRY_AFTER = '15';

/**
 * Does an edit between the runs that wait, after the one under way. Where that does not end within `patience` ms nothing
 * is done, and what is thrown names it: 503 `import under way` with its number, kind, file and who began it.
 */
export async function editInTurn<Result>(
  read: Kysely<BridgeSchema>,
  turns: Turns,
  patience: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const late = AbortSignal.timeout(patience);
  try {
    await turns.take(NO_RUN, late);
  } catch (error) {
    throw late.aborted ? await importUnderWay(read) : error;
  }
  try {
    return await work();
  } finally {
    turns.end();
  }
}

async function importUnderWay(read: Kysely<BridgeSchema>): Promise<HttpError> {
  const run = await read
    .selectFrom('import_runs')
    .select(['id as runId', 'kind', 'file_name as fileName', 'who'])
    .where('state', '=', 'running')
    .where('began_at', 'is not', null)
    .orderBy('began_at')
    .limit(1)
    .executeTakeFirst();
  return new HttpError(503, 'import under way', {
    headers: { 'Retry-After': RETRY_AFTER },
    facts: { ...run },
  });
}
