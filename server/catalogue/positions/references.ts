// SQL of the lists of brands and suppliers: reading, adding without double titles, renaming, deleting.
import { sql } from 'kysely';
import type { ReferenceRow, SupplierTerms } from '../../../contract/catalogue/positions.ts';
import { stockByNumber } from '../../../rules/format/texts.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import { type SupplierTerms as StoredTerms, stockTitle } from '../context/position.ts';
import type { CatalogueDatabase, CatalogueSource } from '../context/schema.ts';
import { bumpVersion } from '../context/versions.ts';
import type { DeleteArgs, Deleted, ReferenceTable } from './delete-reference-job.ts';

const DELETE_JOB = new URL('./delete-reference-job.ts', import.meta.url);

const POSITION_COLUMN = { brands: 'brand_id', providers: 'provider_id' } as const;

type Deletion =
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'in use'; readonly count: number }
  | { readonly outcome: 'deleted'; readonly row: ReferenceRow };

/** All rows, newest first: neither database folds Cyrillic letters the same way everywhere, and the tables are short. */
export function listReferences(read: CatalogueSource, table: ReferenceTable): Promise<ReferenceRow[]> {
  return read.selectFrom(table).select(['id', 'title']).orderBy('id', 'desc').execute();
}

export async function findReference(
  read: CatalogueSource,
  table: ReferenceTable,
  id: number,
): Promise<ReferenceRow | null> {
  const row = await read.selectFrom(table).select(['id', 'title']).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

const TERMS = ['id', 'public_name', 'delivery_from', 'delivery_to'] as const;

const termsOf = ({ id, public_name, delivery_from, delivery_to }: StoredTerms): SupplierTerms => ({
  id,
  publicName: public_name,
  deliveryFrom: delivery_from,
  deliveryTo: delivery_to,
});

/** What buyers read of all suppliers, newest first. */
export async function listSupplierTerms(read: CatalogueSource): Promise<SupplierTerms[]> {
  return (await read.selectFrom('providers').select(TERMS).orderBy('id', 'desc').execute()).map(termsOf);
}

/** Changes what buyers read of a supplier; null when there is none of that id, 'taken' when they know another by that name. */
export function setSupplierTerms(
  database: CatalogueDatabase,
  { id, publicName, deliveryFrom, deliveryTo }: SupplierTerms,
  now: number,
): Promise<SupplierTerms | 'taken' | null> {
  return database.write(async (transaction) => {
    await lockTitles(database, transaction);
    const known = await listSupplierTerms(transaction);
    if (known.every((one) => one.id !== id)) return null;
    const name = foldSearch(publicName);
    const isTaken = known.some(
      (other) => other.id !== id && [other.publicName, stockByNumber(other.id)].some((one) => foldSearch(one) === name),
    );
    if (publicName !== '' && isTaken) return 'taken';
    const row = await transaction
      .updateTable('providers')
      .set({ public_name: publicName, delivery_from: deliveryFrom, delivery_to: deliveryTo, updated_at: now })
      .where('id', '=', id)
      .returning(TERMS)
      .executeTakeFirst();
    if (!row) return null;
    await bumpVersion(transaction);
    return termsOf(row);
  });
}

/** How buyers know the warehouses of suppliers, by the id of the supplier. */
export async function stockTitles(read: CatalogueSource): Promise<(providerId: number) => string> {
  const rows = await read
    .selectFrom('providers')
    .select(['id', 'public_name'])
    .where('public_name', '<>', '')
    .execute();
  const names = new Map(rows.map((row) => [row.id, row.public_name]));
  return (id) => stockTitle(id, names.get(id));
}

/** The rows of a title, as `foldSearch` compares, newest first: several may date from before titles were unique. */
export async function referencesOfTitle(
  read: CatalogueSource,
  table: ReferenceTable,
  title: string,
): Promise<ReferenceRow[]> {
  const key = foldSearch(title);
  return (await listReferences(read, table)).filter((row) => foldSearch(row.title) === key);
}

/** Locks all titles to the end of the transaction; SQLite has one writer anyway. */
async function lockTitles(database: CatalogueDatabase, transaction: CatalogueSource): Promise<void> {
  if (database.dialect === 'postgres')
    await sql`SELECT pg_advisory_xact_lock(hashtext('titles of brands and providers'))`.execute(transaction);
}

/** Adds a row; where one has that title already, it is that one, the oldest of several. */
export function createReference(
  database: CatalogueDatabase,
  table: ReferenceTable,
  title: string,
  now: number,
): Promise<{ readonly row: ReferenceRow; readonly isNew: boolean }> {
  return database.write(async (transaction) => {
    await lockTitles(database, transaction);
    const known = (await referencesOfTitle(transaction, table, title)).at(-1);
    if (known) return { row: known, isNew: false };
    const row = await transaction
      .insertInto(table)
      .values({ title, created_at: now, updated_at: now })
      .returning(['id', 'title'])
      .executeTakeFirstOrThrow();
    return { row, isNew: true };
  });
}

/** Changes a title; null when there is no such row, 'taken' when another has that title. */
export function renameReference(
  database: CatalogueDatabase,
  table: ReferenceTable,
  id: number,
  title: string,
  now: number,
): Promise<ReferenceRow | 'taken' | null> {
  return database.write(async (transaction) => {
    await lockTitles(database, transaction);
    if (!(await findReference(transaction, table, id))) return null;
    const others = await referencesOfTitle(transaction, table, title);
    // One that shares its title from earlier on may still be spelt better.
    if (others.length > 0 && others.every((other) => other.id !== id)) return 'taken';
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

export function removeReference(database: CatalogueDatabase, table: ReferenceTable, id: number): Promise<Deletion> {
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

/** Deletes a row with all its positions; resolves to the row and the photos that no position shows any more, or null. */
export function removeWithPositions(
  database: CatalogueDatabase,
  table: ReferenceTable,
  id: number,
): Promise<Deleted | null> {
  return database.runJob<DeleteArgs, Deleted | null>(DELETE_JOB, { table, id });
}
