// Routes to download our own price list: the whole catalogue for anyone, or what a filter finds for administrators.
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { PositionFilterQuery } from '../../../contract/catalogue/staff-positions.ts';
import { XLSX_TYPE } from '../../../contract/price-lists/upload.ts';
import { type CatalogueContext, liveDayOf, todayOf } from '../../catalogue/context/context.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { catalogueVersion } from '../../catalogue/context/versions.ts';
import { filterOf } from '../../catalogue/positions/routes.ts';
import type { Database } from '../../platform/database/types.ts';
import { openHandle } from '../../platform/files/file-store.ts';
import { sendFile } from '../../platform/http/request.ts';
import type { BuildArgs, Built, PriceFormat } from './build-job.ts';
import { type BuiltFiles, type BuiltFilesDeps, openBuiltFiles } from './built-files.ts';
import type { ExportArguments } from './export-job.ts';

const PRICE_TYPES: Readonly<Record<PriceFormat, string>> = { xlsx: XLSX_TYPE, csv: 'text/csv; charset=utf-8' };

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

export const openPriceCache = ({ database, priceTtlDays, ...deps }: PriceCacheDeps): Promise<PriceCache> =>
  openBuiltFiles<PriceFormat>({
    ...deps,
    version: () => catalogueVersion(database.read),
    build: (format, path, today, signal) => {
      const args: BuildArgs = { format, path, today, ttlDays: priceTtlDays };
      return database.readJob<BuildArgs, Built>(JOB, args, { signal, mayBeReplica: true });
    },
  });

const EXPORT_JOB = new URL('./export-job.ts', import.meta.url);

/** What a filter finds as a price list of this shop, for administrators; read back, it changes nothing. */
export function exportRoutes(context: CatalogueContext): FastifyPluginAsyncTypebox {
  const { database, incomingFolder } = context;

  /** Writes the file and opens it; its name is gone by then, so that nothing of it is left behind. */
  async function written(args: Omit<ExportArguments, 'path'>, signal: AbortSignal): Promise<FileHandle> {
    await mkdir(incomingFolder, { recursive: true });
    const path = join(incomingFolder, `export-${randomUUID()}`);
    try {
      await database.readJob<ExportArguments, number>(EXPORT_JOB, { ...args, path }, { signal });
      return await open(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  return async (app) => {
    app.get(
      '/positions/export',
      {
        config: { permission: 'admin' },
        exposeHeadRoute: false,
        schema: {
          summary: 'The positions that a filter finds as .xlsx, or as text with `format=csv`, to be uploaded again',
          querystring: Type.Object({ ...PositionFilterQuery.properties, format: Type.Optional(Type.String()) }),
        },
      },
      async (request, reply) => {
        const { format: wanted, ...query } = request.query;
        const format: PriceFormat = wanted === 'csv' ? 'csv' : 'xlsx';
        const days = { today: todayOf(context), liveDay: liveDayOf(context) };
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort(new Error('nobody waits for the export')));
        const handle = await written({ ...days, filter: filterOf(query), format }, gone.signal);
        return sendFile(request, reply, {
          file: openHandle(handle, (await handle.stat()).size),
          type: PRICE_TYPES[format],
          etag: `"${randomUUID()}"`,
          cacheControl: 'no-store',
          downloadName: `positions.${format}`,
        });
      },
    );
  };
}
