import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/types.ts';
import type { InformatorSchema } from '../../schema.ts';

/** The version of lists and rights: it grows with each change of them. */
export async function accessVersion(read: Kysely<InformatorSchema>): Promise<number> {
  return (await read.selectFrom('access_state').select('version').executeTakeFirstOrThrow()).version;
}

/** Lets one transaction after another change lists, rights and bindings; resolves to the version so far. */
export async function lockAccess(
  { dialect }: Database<InformatorSchema>,
  transaction: Kysely<InformatorSchema>,
): Promise<number> {
  const { version } = await transaction
    .selectFrom('access_state')
    .select('version')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return version;
}

/** Counts the version up inside the transaction of the change; resolves to the new one. */
export async function bumpAccess(transaction: Kysely<InformatorSchema>): Promise<number> {
  const { version } = await transaction
    .updateTable('access_state')
    .set({ version: sql`version + 1` })
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
