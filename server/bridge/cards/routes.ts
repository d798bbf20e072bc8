import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { Position } from '../../../contract/bridge.ts';
import { ErrorAnswer } from '../../../contract/common.ts';
import { CARD_LIST_MAX, SEARCH_OFFSET_MAX, SEARCH_PAGE_DEFAULT } from '../../../contract/limits.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { tellAge } from '../age.ts';
import { type BridgeContext, liveDayOf } from '../context.ts';
import { pathId } from '../path-id.ts';
import { type PositionRow, positionAnswer } from '../position.ts';
import { byAlias, byId, countAll, listNewest } from './store.ts';

/** Cards of positions, and the flat list that sitemap generators read. */
export function cardRoutes(context: BridgeContext): FastifyPluginAsyncTypebox {
  const { shown } = context;

  function answer(row: PositionRow | null): Position {
    if (!row) throw notFound('card not found');
    return positionAnswer(row, liveDayOf(context));
  }

  return async (app) => {
    tellAge(app, shown);
    app.get(
      '/card/:id',
      {
        config: { permission: 'anyone' },
        schema: {
          tags: ['cards'],
          params: Type.Object({ id: Type.String() }),
          response: { 200: Position, 404: ErrorAnswer },
        },
      },
      async ({ params }) => answer(await byId(shown.read, pathId(params.id, 'card'))),
    );

    app.get(
      '/card/product/:alias',
      {
        config: { permission: 'anyone' },
        schema: {
          tags: ['cards'],
          summary: 'A position by its alias; under an old alias it answers with the present one',
          params: Type.Object({ alias: Type.String() }),
          response: { 200: Position, 404: ErrorAnswer },
        },
      },
      async ({ params }) => answer(await byAlias(shown.read, params.alias)),
    );

    app.get(
      '/card',
      {
        config: { permission: 'anyone' },
        schema: {
          tags: ['cards'],
          summary: 'Positions, newest first; pages by `last` (the last id seen) or by `offset`',
          querystring: Type.Object({
            limit: Type.Optional(Type.String()),
            offset: Type.Optional(Type.String()),
            last: Type.Optional(Type.String()),
          }),
          response: { 200: Type.Array(Position), 400: ErrorAnswer },
        },
      },
      async ({ query }) => {
        const limit = whole(query.limit) ?? SEARCH_PAGE_DEFAULT;
        const offset = whole(query.offset) ?? 0;
        if (offset > SEARCH_OFFSET_MAX) throw badRequest(`offset is over ${SEARCH_OFFSET_MAX}, use last`);
        const liveDay = liveDayOf(context);
        const slice = {
          limit: Math.min(Math.max(limit, 1), CARD_LIST_MAX),
          offset: Math.max(offset, 0),
          last: Math.max(whole(query.last) ?? 0, 0),
        };
        return (await listNewest(shown.read, slice)).map((row) => positionAnswer(row, liveDay));
      },
    );

    app.get(
      '/card/all/count',
      {
        config: { permission: 'anyone' },
        schema: { tags: ['cards'], response: { 200: Type.Object({ count: Type.Integer() }) } },
      },
      async () => ({ count: await countAll(shown.read) }),
    );
  };
}

/** A whole number of a query; undefined when absent or unreadable. */
function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}
