import { migrations } from '../../server/bridge/migrations/index.ts';
import type { BridgeSchema } from '../../server/bridge/schema.ts';
import { openDatabase } from '../../server/database/open.ts';
import type { DatabaseLocation } from '../../server/database/types.ts';
import { dayNumber } from '../../server/text/day.ts';
import type { BenchFillArgs } from './fill-job.ts';

export const BENCH_SEED = 20_001;

/** Opens (or creates) a catalogue and fills it with `count` generated positions in one transaction; it must be empty. */
export async function fillBench(
  location: DatabaseLocation,
  count: number,
  onProgress: (made: number) => void = () => {},
): Promise<void> {
  const database = await openDatabase<BridgeSchema>(location, migrations);
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
