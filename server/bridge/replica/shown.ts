import type { Kysely } from 'kysely';
import type { Database } from '../../database/types.ts';
import type { BridgeSchema } from '../schema.ts';
import type { IndexReader } from '../search/engine.ts';
import { openReaders, type Reading } from '../search/readers.ts';

/** What visitors are shown of the catalogue: the embedded database itself, or this process's copy of PostgreSQL's. */
export interface ShownCatalogue extends IndexReader {
  /** Reads by key of positions, brands and redirects; asked anew for every request, since a copy may be replaced. */
  readonly read: Kysely<BridgeSchema>;
  /** When it was last known to show everything, while the catalogue is out of reach; null while it is not. */
  asOf(): number | null;
  /** Entries of the log of changes that it does not show yet; an embedded catalogue is never behind. */
  behind(): Promise<number>;
  /** The file that searches are answered from. */
  readonly indexFile: string;
  /** Resolves when it shows what was committed before the call, or after a while when it cannot. Never rejects. */
  caughtUp(): Promise<void>;
}

/** The embedded catalogue, whose search index stands in the same file and changes in the same transactions. */
export function embeddedCatalogue(
  database: Database<BridgeSchema>,
  file: string,
  reading: Reading,
): ShownCatalogue {
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
