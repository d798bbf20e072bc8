// The job that deletes a brand or a supplier together with all its positions and their entries in the search index.
import type { ReferenceRow } from '../../../contract/catalogue/positions.ts';
import type { Job } from '../../platform/database/jobs.ts';
import { query, removePositions } from '../changes/upkeep-batches.ts';

export type ReferenceTable = 'brands' | 'providers';

export interface DeleteArgs {
  readonly table: ReferenceTable;
  readonly id: number;
}

export interface Deleted {
  readonly row: ReferenceRow;
  /** Photos that no position shows any more: removed after the commit. */
  readonly photos: string[];
}

/** Deletes a brand or a provider with all its positions and their place in the search index; null when there is none. */
const removeWithPositions: Job<DeleteArgs, Deleted | null> = async (connection, { table, id }) => {
  const lock = connection.dialect === 'postgres' ? ' FOR UPDATE' : '';
  const [row] = await query<ReferenceRow>(connection, `SELECT id, title FROM ${table} WHERE id = $1${lock}`, [id]);
  if (!row) return null;
  const column = table === 'brands' ? 'brand_id' : 'provider_id';
  const shown = `SELECT photo FROM positions WHERE ${column} = $1 AND photo IS NOT NULL`;
  const photos = await query<{ photo: string }>(connection, shown, [id]);
  await removePositions(connection, table === 'brands' ? { brandId: id } : { providerId: id });
  await query(connection, `DELETE FROM ${table} WHERE id = $1`, [id]);
  return { row: { id: row.id, title: row.title }, photos: photos.map(({ photo }) => photo) };
};
export default removeWithPositions;
