// Lists and removes what the demonstration made in the catalogue, with its photos, for the command that clears it
// away.
import { type Demonstration, demonstrationOver, type Thing } from '../../platform/database/demonstration-records.ts';
import type { FileStores } from '../../platform/files/file-store.ts';
import { openFiles } from '../../platform/files/stored-files.ts';
import { PHOTOS } from '../context/context.ts';
import type { CatalogueDatabase } from '../context/schema.ts';
import { CATALOGUE_KINDS } from './recognise.ts';
import type { RemovedDemo } from './remove-job.ts';

const JOB = new URL('./remove-job.ts', import.meta.url);
const TOGETHER = 64;

/** The demonstration's catalogue; its photos lie in `stores`. */
export function catalogueDemonstration(
  database: CatalogueDatabase,
  stores: FileStores,
  clock: () => number,
): Demonstration {
  return demonstrationOver({
    database,
    kinds: CATALOGUE_KINDS,
    erase: async (made) => {
      const { kept, photos } = await database.runJob<{ made: readonly Thing[] }, RemovedDemo>(JOB, { made });
      const files = await openFiles(stores.of(PHOTOS));
      for (let at = 0; at < photos.length; at += TOGETHER)
        await Promise.all(photos.slice(at, at + TOGETHER).map((name) => files.remove(name)));
      const stays = new Set(kept);
      return made.filter(({ kind, id }) => stays.has(`${kind} ${id}`));
    },
    isUsed: async (source) => {
      const request = await source.selectFrom('requests').select('id').limit(1).executeTakeFirst();
      const run = source.selectFrom('import_runs').select('id').where('applied', 'is not', null);
      return (request ?? (await run.limit(1).executeTakeFirst())) !== undefined;
    },
    clock,
  });
}
