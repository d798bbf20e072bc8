import { migrations } from '../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../server/catalogue/context/schema.ts';
import { openDatabase } from '../../server/platform/database/open.ts';
import { locationOf, type Place } from '../place.ts';

/** What every run that writes something changes. */
async function markOf(place: Place): Promise<string> {
  const database = await openDatabase<CatalogueSchema>(locationOf(place, 'bridge'), migrations);
  try {
    const version = database.read.selectFrom('catalogue_state').select('version').executeTakeFirst();
    const [changes, positions] = await Promise.all([
      database.read
        .selectFrom('import_changes')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst(),
      database.read
        .selectFrom('positions')
        .select(({ fn }) => [fn.countAll().as('count'), fn.max('updated_at').as('updated')])
        .executeTakeFirst(),
    ]);
    return JSON.stringify([await version, changes, positions]);
  } finally {
    await database.close();
  }
}

/** Throws when the work changes anything in positions, their history or the version of the catalogue. */
export async function expectNothingWritten(place: Place, work: () => Promise<void>): Promise<void> {
  const before = await markOf(place);
  await work();
  const after = await markOf(place);
  if (before !== after) throw new Error(`the same file again wrote something: ${before} became ${after}`);
}
