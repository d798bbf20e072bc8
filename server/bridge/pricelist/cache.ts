import type { Database } from '../../database/types.ts';
import { type BuiltFiles, type BuiltFilesDeps, openBuiltFiles } from '../built-files.ts';
import type { BridgeSchema } from '../schema.ts';
import { catalogueVersion } from '../version.ts';
import type { BuildArgs, Built, PriceFormat } from './build-job.ts';

const JOB = new URL('./build-job.ts', import.meta.url);

export type PriceCache = BuiltFiles<PriceFormat>;

export interface PriceCacheDeps extends Omit<BuiltFilesDeps<PriceFormat>, 'build' | 'version'> {
  readonly database: Database<BridgeSchema>;
  readonly priceTtlDays: number;
}

/** Opens the cache of built price lists. */
export const openPriceCache = ({ database, priceTtlDays, ...deps }: PriceCacheDeps): Promise<PriceCache> =>
  openBuiltFiles<PriceFormat>({
    ...deps,
    version: () => catalogueVersion(database.read),
    build: (format, path, today, signal) => {
      const args: BuildArgs = { format, path, today, ttlDays: priceTtlDays };
      return database.readJob<BuildArgs, Built>(JOB, args, { signal, mayBeReplica: true });
    },
  });
