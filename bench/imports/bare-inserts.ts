import { migrations } from '../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../server/catalogue/context/schema.ts';
import { openDatabase } from '../../server/platform/database/open.ts';
import { BENCH_SEED } from '../generator/fill.ts';
import { locationOf } from '../place.ts';
import type { Engine, Workbench } from '../workbench.ts';
import type { BareArgs } from './bare-inserts-job.ts';

const JOB = new URL('./bare-inserts-job.ts', import.meta.url);

/** Rows a second that a database takes without reading, comparing or indexing for the search. */
export interface BareInserts {
  /** The cells of a list, no index. */
  readonly rows: number;
  /** Whole positions, with the indexes of the catalogue. */
  readonly positions: number;
}

/** Inserts the rows of a list into a catalogue's database in one transaction each, from the first to the commit. */
export async function measureBareInserts(bench: Workbench, engine: Engine, count: number): Promise<BareInserts> {
  const rate = async (into: BareArgs['into']): Promise<number> => {
    const location = locationOf(await bench.makePlace('nothing', engine), 'bridge');
    const database = await openDatabase<CatalogueSchema>(location, migrations);
    let began = 0;
    try {
      const args: BareArgs = { into, count, firstPart: bench.count, week: 0, seed: BENCH_SEED };
      await database.runJob<BareArgs, null, 'begins'>(JOB, args, {
        onMessage: () => {
          began = performance.now();
        },
      });
      return count / ((performance.now() - began) / 1000);
    } finally {
      await database.close();
    }
  };
  return { rows: await rate('rows'), positions: await rate('positions') };
}
