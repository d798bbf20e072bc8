import { insertNewPositions } from '../../server/bridge/demo/insert.ts';
import type { NewPosition } from '../../server/bridge/demo/rows.ts';
import { endOfInsert, insertTitles } from '../../server/bridge/demo/statements.ts';
import { finishIndex } from '../../server/bridge/search/index-writer.ts';
import type { Job } from '../../server/database/types.ts';
import { BENCH_BRANDS, BENCH_PROVIDERS, type GenerateOptions, generatePositions } from './positions.ts';

export interface BenchFillArgs extends GenerateOptions {
  /** Today, days since the epoch. */
  readonly day: number;
  /** Now, milliseconds. */
  readonly moment: number;
}

/** Positions between two messages about progress. */
const REPORT_EVERY = 50_000;

const brandTitle = (brand: number): string => `Марка ${brand + 1}`;
const providerTitle = (provider: number): string => `Склад замера ${provider + 1}`;

/** Fills an empty catalogue with generated positions; emits their number so far, resolves to the whole. */
const fill: Job<BenchFillArgs, number, number> = async (connection, args, emit, signal) => {
  const { day, moment } = args;
  const titles = (count: number, title: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => title(at));
  const brandTitles = titles(BENCH_BRANDS, brandTitle);
  const brands = await insertTitles(connection, 'brands', brandTitles, moment);
  const providers = await insertTitles(
    connection,
    'providers',
    titles(BENCH_PROVIDERS, providerTitle),
    moment,
  );
  function* rows(): Generator<NewPosition> {
    let made = 0;
    for (const { brand, provider, ...columns } of generatePositions(args)) {
      yield {
        ...columns,
        brand_id: brands[brand] ?? 0,
        brand_title: brandTitles[brand] ?? '',
        provider_id: providers[provider] ?? 0,
        price_day: day,
        photo: null,
      };
      if (++made % REPORT_EVERY !== 0) continue;
      signal.throwIfAborted();
      emit(made);
    }
  }
  const count = await insertNewPositions(connection, rows(), { firstId: 1, moment });
  await endOfInsert(connection);
  await finishIndex(connection);
  return count;
};
export default fill;
