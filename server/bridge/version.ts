import { type Kysely, sql } from 'kysely';
import type { BridgeSchema } from './schema.ts';

/** The catalogue version: grows with every change of what the search or the price list shows. */
export async function catalogueVersion(read: Kysely<BridgeSchema>): Promise<number> {
  return (await read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;
}

/** The version of what feeds show: grows with the catalogue version, and with every new photo. */
export async function feedVersion(read: Kysely<BridgeSchema>): Promise<number> {
  const { rows } = await sql<{ version: number }>`${sql.raw(FEED_VERSION)}`.execute(read);
  return Number(rows[0]?.version);
}

/** The same as a statement for a job. */
export const FEED_VERSION =
  'SELECT catalogue_state.version + photo_state.version AS version FROM catalogue_state, photo_state';

/** Counts a new photo inside the transaction of the change. */
export async function bumpPhotos(transaction: Kysely<BridgeSchema>): Promise<void> {
  await transaction.updateTable('photo_state').set({ version: sql`version + 1` }).execute();
}

/** Counts the catalogue version up inside the transaction of the change. */
export async function bumpVersion(transaction: Kysely<BridgeSchema>): Promise<void> {
  await transaction.updateTable('catalogue_state').set({ version: sql`version + 1` }).execute();
}
