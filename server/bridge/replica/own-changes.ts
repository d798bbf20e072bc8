import type { Database } from '../../database/types.ts';
import type { BridgeSchema } from '../schema.ts';
import type { ShownCatalogue } from './shown.ts';

/**
 * The database, but whoever changes something waits until it is shown here: who uploads a price list and then searches
 * finds what is in it, whichever the database.
 */
export function tellsCaughtUp(
  database: Database<BridgeSchema>,
  { caughtUp }: ShownCatalogue,
): Database<BridgeSchema> {
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
