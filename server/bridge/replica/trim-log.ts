import { CompiledQuery } from 'kysely';
import type { Database } from '../../database/types.ts';
import type { BridgeSchema } from '../schema.ts';

/** Entries of the log that are kept; each tells of one statement, of an import that is a thousand rows. */
const ENTRIES_KEPT = 20_000;

const TRIM = [
  // Only as far as no transaction is under way: one that is writes its entries under its number later.
  `UPDATE catalogue_log SET trimmed_to = least(kept.xid, pg_snapshot_xmin(pg_current_snapshot())) FROM (
     SELECT xid FROM catalogue_changes ORDER BY number DESC OFFSET ${ENTRIES_KEPT} LIMIT 1
   ) kept WHERE least(kept.xid, pg_snapshot_xmin(pg_current_snapshot())) > trimmed_to`,
  'DELETE FROM catalogue_changes WHERE xid < (SELECT trimmed_to FROM catalogue_log)',
];

/** Forgets old entries of the log of changes; a copy that has not seen them is made anew. */
export async function trimLog(database: Database<BridgeSchema>): Promise<void> {
  if (database.dialect !== 'postgres') return;
  await database.write(async (transaction) => {
    for (const statement of TRIM) await transaction.executeQuery(CompiledQuery.raw(statement));
  });
}
