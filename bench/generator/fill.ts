import { migrations } from '../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../server/catalogue/context/schema.ts';
import { openDatabase } from '../../server/platform/database/open.ts';
import type { DatabaseLocation } from '../../server/platform/database/types.ts';
import { dayNumber } from '../../server/platform/text/day.ts';
import type { BenchFillArgs } from './fill-job.ts';

export const BENCH_SEED = 20_001;

/** Opens (or creates) a catalogue and fills it with `count` generated positions in one transaction; it must be empty. */
export async function fillBench(
  location: DatabaseLocation,
  count: number,
  onProgress: (made: number) => void = () => {},
): Promise<void> {
  const database = await openDatabase<CatalogueSchema>(location, migrations);
  try {
    const moment = Date.now();
    await database.runJob<BenchFillArgs, number, number>(
      new URL('./fill-job.ts', import.meta.url),
      { count, seed: BENCH_SEED, day: dayNumber(moment, 'UTC'), moment },
      { onMessage: onProgress },
    );
  } finally {
    await database.close();
  }
}
