import { fillCatalogue, type MadePosition } from '../../server/catalogue/changes/new-positions.ts';
import type { Job } from '../../server/platform/database/jobs.ts';
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
  const brands = Array.from({ length: BENCH_BRANDS }, (_, at) => brandTitle(at));
  const providers = Array.from({ length: BENCH_PROVIDERS }, (_, at) => providerTitle(at));
  function* positions(): Generator<MadePosition> {
    let made = 0;
    for (const { brand, provider, ...said } of generatePositions(args)) {
      yield { ...said, brand: brands[brand] ?? '', provider: providers[provider] ?? '' };
      if (++made % REPORT_EVERY !== 0) continue;
      signal.throwIfAborted();
      emit(made);
    }
  }
  return fillCatalogue(connection, { brands, providers, positions: positions(), now: moment, today: day });
};
export default fill;
