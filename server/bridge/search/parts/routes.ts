import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { PartsQuery } from '../../../../contract/part-queries.ts';
import { PartsAnswer, PartsDirectory } from '../../../../contract/parts.ts';
import { badRequest } from '../../../http/errors.ts';
import { tellAge } from '../../age.ts';
import type { ShownCatalogue } from '../../replica/shown.ts';
import type { SearchEngine } from '../engine.ts';
import { jsonText } from '../json-text.ts';
import { isFiltered } from './filters.ts';
import { partsRequest } from './parts-parameters.ts';

/** The search for parts, relative to the service's prefix. */
export function partSearchRoutes({
  search,
  shown,
}: {
  readonly search: SearchEngine;
  readonly shown: ShownCatalogue;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    tellAge(app, shown);
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
        const request = partsRequest(query);
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
