import type { Database } from '../../database/types.ts';
import type { BridgeSchema } from '../schema.ts';

/** Tables whose rows somebody may have made before. */
export const FILLED = ['positions', 'brands', 'providers'] as const;

/** Whether a catalogue holds nothing that the demonstration could stand beside. */
export async function isCatalogueEmpty({ read }: Database<BridgeSchema>): Promise<boolean> {
  for (const table of FILLED) {
    if (await read.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}
