import type { Kysely } from 'kysely';
import type { ReferenceRow } from '../../../contract/bridge.ts';
import type { Database } from '../../database/types.ts';
import type { BridgeSchema } from '../schema.ts';
import { bumpVersion } from '../version.ts';
import type { DeleteArgs, Deleted, ReferenceTable } from './delete-job.ts';

const DELETE_JOB = new URL('./delete-job.ts', import.meta.url);

/** The column of `positions` that points to each table. */
const POSITION_COLUMN = { brands: 'brand_id', providers: 'provider_id' } as const;

export type Deletion =
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'in use'; readonly count: number }
  | { readonly outcome: 'deleted'; readonly row: ReferenceRow };

/** All rows, newest first: neither database folds Cyrillic letters the same way everywhere, and the tables are short. */
export function listReferences(read: Kysely<BridgeSchema>, table: ReferenceTable): Promise<ReferenceRow[]> {
  return read.selectFrom(table).select(['id', 'title']).orderBy('id', 'desc').execute();
}

/** One row, or null. */
export async function findReference(
  read: Kysely<BridgeSchema>,
  table: ReferenceTable,
  id: number,
): Promise<ReferenceRow | null> {
  const row = await read.selectFrom(table).select(['id', 'title']).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Adds a row; titles need not be unique. */
export function createReference(
  database: Database<BridgeSchema>,
  table: ReferenceTable,
  title: string,
  now: number,
): Promise<ReferenceRow> {
  return database.write((transaction) =>
    transaction
      .insertInto(table)
      .values({ title, created_at: now, updated_at: now })
      .returning(['id', 'title'])
      .executeTakeFirstOrThrow(),
  );
}

/** Changes a title; null when there is no such row. */
export function renameReference(
  database: Database<BridgeSchema>,
  table: ReferenceTable,
  id: number,
  title: string,
  now: number,
): Promise<ReferenceRow | null> {
  return database.write(async (transaction) => {
    const row = await transaction
      .updateTable(table)
      .set({ title, updated_at: now })
      .where('id', '=', id)
      .returning(['id', 'title'])
      .executeTakeFirst();
    // Search rows and price list carry the title of the brand.
    if (row) await bumpVersion(transaction);
    return row ?? null;
  });
}

/** Deletes a row that no position belongs to. */
export function removeReference(
  database: Database<BridgeSchema>,
  table: ReferenceTable,
  id: number,
): Promise<Deletion> {
  return database.write(async (transaction): Promise<Deletion> => {
    // On PostgreSQL the lock keeps a running import from adding a position between the count and the deletion.
    const row = await transaction
      .selectFrom(table)
      .select(['id', 'title'])
      .where('id', '=', id)
      .$if(database.dialect === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (!row) return { outcome: 'missing' };
    const { count } = await transaction
      .selectFrom('positions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(POSITION_COLUMN[table], '=', id)
      .executeTakeFirstOrThrow();
    if (Number(count) > 0) return { outcome: 'in use', count: Number(count) };
    await transaction.deleteFrom(table).where('id', '=', id).execute();
    return { outcome: 'deleted', row };
  });
}

/** Deletes a row with all its positions; resolves to the row and the photos that nobody shows any more, or null. */
export function removeWithPositions(
  database: Database<BridgeSchema>,
  table: ReferenceTable,
  id: number,
): Promise<Deleted | null> {
  return database.runJob<DeleteArgs, Deleted | null>(DELETE_JOB, {
    table,
    id,
  });
}
