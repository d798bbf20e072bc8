import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ErrorAnswer, MessageAnswer } from '../../../contract/common.ts';
import { EXCHANGE_FORM } from '../../../contract/forms/exchange.ts';
import { EXCHANGE_BODY_MAX } from '../../../contract/limits.ts';
import { readForm } from '../../http/read-form.ts';
import { isExchangeOn, opensExchange } from './access.ts';
import type { ExchangeContext } from './context.ts';
import { itemRows } from './items.ts';
import { writePriceFile } from './price-file.ts';
import { submitList } from './submit.ts';

/** POST /ut/upload: the items of an accounting program, imported as a price list. */
export function itemsRoutes(context: ExchangeContext): FastifyPluginAsyncTypebox {
  const { settings, incomingFolder } = context;
  const opens = ({ headers }: FastifyRequest): boolean | null =>
    isExchangeOn(settings) ? opensExchange(headers.authorization ?? '', settings) : null;

  return async (app) => {
    app.post(
      '/ut/upload',
      {
        config: { permission: 'exchange', opensExchange: opens, form: EXCHANGE_FORM },
        bodyLimit: EXCHANGE_BODY_MAX,
        schema: {
          tags: ['price list'],
          summary: 'Takes the items of an accounting program: stock and texts; with EXCHANGE_TOKEN',
          response: { 200: MessageAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
        },
      },
      async (request) => {
        const { json_data: items } = readForm(request, EXCHANGE_FORM);
        const { rows, columns } = itemRows(items);
        if (rows.length === 0) return { message: 'Товаров с\u00a0артикулом нет' };
        await mkdir(incomingFolder, { recursive: true });
        const path = join(incomingFolder, `${process.pid}-${randomUUID()}.part`);
        const abort = new AbortController();
        const stop = () => abort.abort(new Error('cancelled'));
        request.raw.once('aborted', stop);
        try {
          await writePriceFile(path, rows);
          const list = { path, name: 'ut-upload.csv', columns, addsPositions: true };
          const { message } = await submitList(context, list, () => {}, abort.signal);
          return { message };
        } finally {
          request.raw.off('aborted', stop);
          await rm(path, { force: true });
        }
      },
    );
  };
}
