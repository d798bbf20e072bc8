import { type BuiltFiles, type BuiltFilesDeps, openBuiltFiles } from '../built-files.ts';
import type { BuildArgs, Built, PriceFormat } from './build-job.ts';

const JOB = new URL('./build-job.ts', import.meta.url);

export type PriceCache = BuiltFiles<PriceFormat>;

export interface PriceCacheDeps extends Omit<BuiltFilesDeps<PriceFormat>, 'build'> {
  readonly priceTtlDays: number;
}

/** Opens the cache of built price lists. */
export const openPriceCache = ({ priceTtlDays, ...deps }: PriceCacheDeps): Promise<PriceCache> =>
  openBuiltFiles<PriceFormat>({
    ...deps,
    build: (format, path, today, signal) => {
      const args: BuildArgs = { format, path, today, ttlDays: priceTtlDays };
      return deps.database.readJob<BuildArgs, Built>(JOB, args, { signal });
    },
  });
