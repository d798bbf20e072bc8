import type { Database } from '../../database/types.ts';
import type { BridgeSchema } from '../schema.ts';

const JOB = new URL('./settle-parts-job.ts', import.meta.url);

/** Sees to it that every position has a part, where an older version that is still at work adds some without. */
export async function settleParts(database: Database<BridgeSchema>): Promise<void> {
  const without = database.read.selectFrom('positions').select('id').where('part_id', '=', 0).limit(1);
  if (await without.executeTakeFirst()) await database.runJob<null, number>(JOB, null);
}
