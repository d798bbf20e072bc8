// The version numbers by which copies, caches and feeds notice that the catalogue or its photos have changed.
import { sql } from 'kysely';
import type { CatalogueSource } from './schema.ts';

/** The catalogue version: grows with every change of what the search or the price list shows. */
export async function catalogueVersion(read: CatalogueSource): Promise<number> {
  return (await read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;
}

/** The version of what price lists contain: grows with the catalogue version and with every new photo. */
export async function feedVersion(read: CatalogueSource): Promise<number> {
  const { rows } = await sql<{ version: number }>`${sql.raw(FEED_VERSION)}`.execute(read);
  return Number(rows[0]?.version);
}

export const FEED_VERSION =
  'SELECT catalogue_state.version + photo_state.version AS version FROM catalogue_state, photo_state';

export async function bumpPhotos(transaction: CatalogueSource): Promise<void> {
  await transaction.updateTable('photo_state').set({ version: sql`version + 1` }).execute();
}

export async function bumpVersion(transaction: CatalogueSource): Promise<void> {
  await transaction.updateTable('catalogue_state').set({ version: sql`version + 1` }).execute();
}
