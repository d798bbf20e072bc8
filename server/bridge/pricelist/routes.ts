import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { XLSX_TYPE } from '../../../contract/upload.ts';
import { sendFile } from '../../files/send.ts';
import type { PriceFormat } from './build-job.ts';
import type { PriceCache } from './cache.ts';

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
          tags: ['price list'],
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
