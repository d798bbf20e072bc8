import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/answers.ts';
import { LIST_SEARCH_FORM } from '../../../contract/catalogue/forms.ts';
import { PartsAnswer, PartsDirectory, PartsQuery } from '../../../contract/catalogue/parts.ts';
import {
  ListSearchAnswer,
  ListSearchQuery,
  SearchAnswer,
  SearchQuery,
  SuggestAnswer,
} from '../../../contract/catalogue/positions.ts';
import { SEARCH_PAGE_DEFAULT } from '../../../contract/limits.ts';
import { readQuestion } from '../../../rules/catalogue/question.ts';
import { badRequest, notFound, readForm } from '../../platform/http/request.ts';
import { sendWorkbook } from '../../platform/http/send-file.ts';
import { addAgeHeader, jsonText } from '../context/answers.ts';
import type { SearchEngine, ShownCatalogue } from '../context/search-questions.ts';
import { isSearchable } from '../search-index/query.ts';
import { isFiltered } from './filtered-offers.ts';
import { listWorkbook } from './list-workbooks.ts';
import { clampedLimit, clampedOffset, partsRequest, rowId } from './parts-request.ts';

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
    addAgeHeader(app, shown);
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

/** The search for parts, relative to the service's prefix. */
export function partSearchRoutes({
  search,
  shown,
}: {
  readonly search: SearchEngine;
  readonly shown: ShownCatalogue;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    addAgeHeader(app, shown);
    app.get(
      '/parts/',
      {
        config: { permission: 'anyone' },
        schema: {
          tags: ['search'],
          querystring: PartsQuery,
          response: { 200: PartsAnswer, 400: ErrorAnswer },
        },
      },
      async ({ query }, reply) => {
        const question = readQuestion(new Map(Object.entries(query)));
        const limit = clampedLimit(query.limit, SEARCH_PAGE_DEFAULT);
        const request = partsRequest(question, { limit, page: rowId(query.page) });
        if (request.query === '' && !isFiltered(request.filters)) throw badRequest('params "query" is empty');
        return jsonText(reply, await search.parts(request));
      },
    );

    app.get(
      '/parts/directory',
      {
        config: { permission: 'anyone' },
        schema: {
          tags: ['search'],
          summary: 'Makers and brands with the number of their parts',
          response: { 200: PartsDirectory },
        },
      },
      async (_request, reply) => jsonText(reply, await search.directory()),
    );
  };
}
