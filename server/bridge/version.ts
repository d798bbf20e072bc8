import { type Kysely, sql } from 'kysely';
import type { BridgeSchema } from './schema.ts';

/** The catalogue version: grows with every change of what the search or the price list shows. */
export async function catalogueVersion(read: Kysely<BridgeSchema>): Promise<number> {
  return (await read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;
}

/** Counts the catalogue version up inside the transaction of the change. */
export async function bumpVersion(transaction: Kysely<BridgeSchema>): Promise<void> {
  await transaction.updateTable('catalogue_state').set({ version: sql`version + 1` }).execute();
}
