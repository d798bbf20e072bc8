import type { Kysely } from 'kysely';
import type { ReferenceRow } from '../../../contract/bridge.ts';
import type { BridgeSchema } from '../schema.ts';
import type { ReferenceTable } from './delete-job.ts';
import { listReferences } from './store.ts';

const folded = (title: string): string => title.trim().toLowerCase();

/** The brands or providers of a title, whatever its case: none, one, or several, since titles need not be unique. */
export async function findByTitle(
  read: Kysely<BridgeSchema>,
  table: ReferenceTable,
  title: string,
): Promise<ReferenceRow[]> {
  const all = await listReferences(read, table);
  return all.filter((row) => folded(row.title) === folded(title));
}
