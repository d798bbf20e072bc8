import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { PositionFilterQuery } from '../../../contract/catalogue/staff-positions.ts';
import { type CatalogueContext, liveDayOf, todayOf } from '../../catalogue/context/context.ts';
import { filterOf } from '../../catalogue/positions/routes.ts';
import { openHandle } from '../../platform/files/file-store.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { PriceFormat } from './build-job.ts';
import type { ExportArguments } from './export-job.ts';
import { PRICE_TYPES } from './routes.ts';

const JOB = new URL('./export-job.ts', import.meta.url);

/** What a filter finds as a price list of this shop, for administrators; read back, it changes nothing. */
export function exportRoutes(context: CatalogueContext): FastifyPluginAsyncTypebox {
  const { database, incomingFolder } = context;

  /** Writes the file and opens it; its name is gone by then, so that nothing of it is left behind. */
  async function written(args: Omit<ExportArguments, 'path'>, signal: AbortSignal): Promise<FileHandle> {
    await mkdir(incomingFolder, { recursive: true });
    const path = join(incomingFolder, `export-${randomUUID()}`);
    try {
      await database.readJob<ExportArguments, number>(JOB, { ...args, path }, { signal });
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
          querystring: Type.Object({
            ...PositionFilterQuery.properties,
            format: Type.Optional(Type.String()),
          }),
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
