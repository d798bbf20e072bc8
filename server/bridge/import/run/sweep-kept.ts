import { KEPT_PRICE_FILE_DAYS } from '../../../../contract/limits.ts';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';
import type { KeptFiles } from './kept-files.ts';

const DAY = 86_400_000;
/** A file that no run names yet may be one whose layout somebody is looking at, ms. */
const LOOKED_AT = DAY;

/** Forgets the files of runs that ended long ago and removes what no run names. Resolves to the number of removed files. */
export async function sweepKeptFiles(
  database: Database<BridgeSchema>,
  kept: KeptFiles,
  now: number,
): Promise<number> {
  await database.write((transaction) =>
    transaction
      .updateTable('import_runs')
      .set({ kept_file: null })
      .where('kept_file', 'is not', null)
      .where('started_at', '<', now - KEPT_PRICE_FILE_DAYS * DAY)
      .execute(),
  );
  const rows = await database.read
    .selectFrom('import_runs')
    .select('kept_file')
    .where('kept_file', 'is not', null)
    .execute();
  return kept.sweep(new Set(rows.map(({ kept_file }) => kept_file ?? '')), now - LOOKED_AT);
}
