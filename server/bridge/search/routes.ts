import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import {
  ListSearchAnswer,
  ListSearchQuery,
  SearchAnswer,
  SearchQuery,
  SuggestAnswer,
} from '../../../contract/bridge.ts';
import { ErrorAnswer } from '../../../contract/common.ts';
import { LIST_SEARCH_FORM } from '../../../contract/forms/catalogue.ts';
import { SEARCH_PAGE_DEFAULT } from '../../../contract/limits.ts';
import { XLSX_TYPE } from '../../../contract/upload.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { readForm } from '../../http/read-form.ts';
import { tellAge } from '../age.ts';
import { listWorkbook } from '../pricelist/list-workbook.ts';
import type { ShownCatalogue } from '../replica/shown.ts';
import type { SearchEngine } from './engine.ts';
import { clampedLimit, clampedOffset, rowId } from './parameters.ts';
import { isSearchable } from './parse.ts';

const tags = ['search'];
const config = { permission: 'anyone' } as const;

// The engine hands over JSON text, which Fastify sends as it is; the schema of the answer is for the reference.
const json = (reply: FastifyReply, text: string) => reply.type('application/json; charset=utf-8').send(text);

const workbook = (reply: FastifyReply, file: Readable) =>
  reply.type(XLSX_TYPE).header('Content-Disposition', 'attachment; filename="list.xlsx"').send(file);

/** Search, suggestions and search by a list of articles, relative to the service's prefix. */
export function searchRoutes({
  search,
  shown,
}: {
  readonly search: SearchEngine;
  readonly shown: ShownCatalogue;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    tellAge(app, shown);
    app.get(
      '/search/',
      {
        config,
        schema: {
          tags,
          querystring: SearchQuery,
          response: { 200: SearchAnswer, 400: ErrorAnswer, 404: ErrorAnswer },
        },
      },
      async ({ query: asked }, reply) => {
        const query = asked.query ?? '';
        if (query.trim() === '') throw badRequest('params "query" is empty');
        if (!isSearchable(query)) throw notFound('position not a found');
        const answer = await search.search({
          query,
          limit: clampedLimit(asked.limit, SEARCH_PAGE_DEFAULT),
          offset: clampedOffset(asked.offset),
          last: rowId(asked.last),
          cursor: asked.cursor ?? '',
        });
        if (answer === null) throw notFound('positions not found');
        return json(reply, answer);
      },
    );

    app.get(
      '/search/suggest',
      {
        config,
        schema: {
          tags,
          querystring: Type.Pick(SearchQuery, ['query']),
          response: { 200: SuggestAnswer },
        },
      },
      async ({ query }, reply) => json(reply, await search.suggest(query.query ?? '')),
    );

    app.post(
      '/search/list',
      {
        config: { ...config, form: LIST_SEARCH_FORM },
        schema: {
          tags,
          querystring: ListSearchQuery,
          response: { 200: ListSearchAnswer },
        },
      },
      async (request, reply) => {
        const { articles, ignored } = readForm(request, LIST_SEARCH_FORM).articles;
        const found = await search.list(articles, ignored);
        if (request.query.format !== 'xlsx') return json(reply, found);
        return workbook(reply, listWorkbook(JSON.parse(found) as ListSearchAnswer));
      },
    );
  };
}
