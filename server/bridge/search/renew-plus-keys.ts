import type { Database } from '../../database/types.ts';
import type { BridgeSchema } from '../schema.ts';

const JOB = new URL('./plus-keys-job.ts', import.meta.url);

/** Gives positions with a plus the keys of today, once; a start beside an import has nothing to wait for. */
export async function renewPlusKeys(database: Database<BridgeSchema>): Promise<void> {
  const pending = database.read.selectFrom('pending_upkeep').select('name').where('name', '=', 'plus-keys');
  if (await pending.executeTakeFirst()) await database.runJob<null, number>(JOB, null);
}
