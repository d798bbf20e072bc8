import type { Database } from '../../platform/database/types.ts';
import type { CatalogueSchema } from '../context/schema.ts';
import type { ShownCatalogue } from '../context/search-questions.ts';
import { openReaders, type Reading } from '../search/readers.ts';

/** The embedded catalogue, whose search index stands in the same file and changes in the same transactions. */
export function embeddedCatalogue(database: Database<CatalogueSchema>, file: string, reading: Reading): ShownCatalogue {
  const readers = openReaders(file, reading);
  return {
    read: database.read,
    ask: readers.ask,
    asOf: () => null,
    behind: async () => 0,
    indexFile: file,
    caughtUp: async () => {},
    close: readers.close,
  };
}

/**
 * The database, but whoever changes something waits until it is shown here: who uploads a price list and then searches
 * finds what is in it, whichever the database.
 */
export function showingOwnChanges(
  database: Database<CatalogueSchema>,
  { caughtUp }: ShownCatalogue,
): Database<CatalogueSchema> {
  const shown = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    await caughtUp();
    return result;
  };
  return {
    ...database,
    write: (work, options) => shown(database.write(work, options)),
    writeIf: (...queries) => shown(database.writeIf(...queries)),
    runJob: (module, args, options) => shown(database.runJob(module, args, options)),
  };
}
