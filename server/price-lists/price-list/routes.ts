import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { XLSX_TYPE } from '../../../contract/price-lists/upload.ts';
import { catalogueVersion } from '../../catalogue/context/context.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { BuildArgs, Built, PriceFormat } from './build-job.ts';
import { type BuiltFiles, type BuiltFilesDeps, openBuiltFiles } from './built-files.ts';

/** The types of content that lists go out as. */
export const PRICE_TYPES: Readonly<Record<PriceFormat, string>> = {
  xlsx: XLSX_TYPE,
  csv: 'text/csv; charset=utf-8',
};

/** The price list for anyone to download; `slowWindowMs` is how long a stalled reader is borne. */
export function priceListRoutes(prices: PriceCache, slowWindowMs?: number): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/file/download',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'The price list as .xlsx, or as text with `format=csv`',
          querystring: Type.Object({ format: Type.Optional(Type.String()) }),
        },
      },
      async (request, reply) => {
        const format: PriceFormat = request.query.format === 'csv' ? 'csv' : 'xlsx';
        const file = await prices.open(format);
        return sendFile(request, reply, {
          ...file,
          type: PRICE_TYPES[format],
          cacheControl: 'no-cache',
          downloadName: `price.${format}`,
          slowWindowMs,
        });
      },
    );
  };
}

const JOB = new URL('./build-job.ts', import.meta.url);

type PriceCache = BuiltFiles<PriceFormat>;

interface PriceCacheDeps extends Omit<BuiltFilesDeps<PriceFormat>, 'build' | 'version'> {
  readonly database: Database<CatalogueSchema>;
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
