import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
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
import { badRequest, notFound } from '../../http/errors.ts';
import { readForm } from '../../http/read-form.ts';
import { sendWorkbook } from '../../http/send-workbook.ts';
import { tellAge } from '../age.ts';
import { listWorkbook } from '../pricelist/list-workbook.ts';
import type { ShownCatalogue } from '../replica/shown.ts';
import type { SearchEngine } from './engine.ts';
import { jsonText } from './json-text.ts';
import { clampedLimit, clampedOffset, rowId } from './parameters.ts';
import { isSearchable } from './parse.ts';

const tags = ['search'];
const config = { permission: 'anyone' } as const;

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
          isStrict: asked.strict === '1',
        });
        if (answer === null) throw notFound('positions not found');
        return jsonText(reply, answer);
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
      async ({ query }, reply) => jsonText(reply, await search.suggest(query.query ?? '')),
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
        if (request.query.format !== 'xlsx') return jsonText(reply, found);
        return sendWorkbook(reply, 'list.xlsx', listWorkbook(JSON.parse(found) as ListSearchAnswer));
      },
    );
  };
}
