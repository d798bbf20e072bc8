import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { DocumentExportQuery } from '../../../../contract/docflow-list.ts';
import { DOCUMENT_EXPORT_MAX, DOCUMENT_MARKED_MAX } from '../../../../contract/limits.ts';
import { badRequest } from '../../../http/errors.ts';
import { sendWorkbook } from '../../../http/send-workbook.ts';
import { pagedXlsxStream } from '../../../sheets/stream.ts';
import { readId } from '../../ids.ts';
import { actorOf, viewerOf } from '../access.ts';
import type { DocflowContext } from '../context.ts';
import { visibleTo } from '../document/viewer.ts';
import { lookerOf } from '../search/search.ts';
import { knownFilter } from './conditions.ts';
import { documentSheet } from './export.ts';
import { readListFilter, readOrder } from './filter.ts';
import { selectPage } from './page.ts';

/** Lists of documents as files. */
export const documentExportRoutes =
  (context: DocflowContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { database, timeZone, clock } = context;
    const { read } = database;
    app.get(
      '/list/export',
      {
        config: { permission: 'signed-in' },
        schema: {
          tags: ['documents'],
          summary: 'What a filter finds, in its order, or the documents of `ids`, as .xlsx',
          querystring: DocumentExportQuery,
        },
      },
      async (request, reply) => {
        const { query } = request;
        const marked = query.ids === undefined ? null : readIds(query.ids);
        const filter = readListFilter(query, timeZone);
        const ids = marked ? await seenOf(marked) : await found();
        if (ids.length > DOCUMENT_EXPORT_MAX) throw badRequest('too many documents');
        return sendWorkbook(reply, 'documents.xlsx', pagedXlsxStream(documentSheet(context, ids)));

        async function found(): Promise<number[]> {
          const looker = await lookerOf(read, await actorOf(context, request));
          if (!looker) return [];
          const known = await knownFilter(read, filter, clock());
          const order = readOrder(query.sort);
          const places = await selectPage(read, known, looker, {
            ...{ order, after: null, limit: DOCUMENT_EXPORT_MAX + 1 },
          });
          return places.map(({ id }) => id);
        }

        /** Those of the ids that the caller sees, in their order. */
        async function seenOf(ids: readonly number[]): Promise<number[]> {
          if (ids.length === 0) return [];
          const rows = await read
            .selectFrom('documents')
            .select('documents.id')
            .where('documents.id', 'in', ids)
            .where(visibleTo(viewerOf(request)))
            .execute();
          const seen = new Set(rows.map(({ id }) => id));
          return ids.filter((id) => seen.has(id));
        }
      },
    );
  };

/** Ids by comma, each once; throws 400 for what is none, and for too many. */
function readIds(text: string): number[] {
  const ids = text.split(',').filter(Boolean).map(readId);
  if (ids.some((id) => !id)) throw badRequest('invalid doc id');
  const known = [...new Set(ids.filter((id) => typeof id === 'number'))];
  if (known.length > DOCUMENT_MARKED_MAX) throw badRequest('too many documents');
  return known;
}
