import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/common.ts';
import { PartAnswer } from '../../../contract/parts.ts';
import { notFound } from '../../http/errors.ts';
import { tellAge } from '../age.ts';
import { byPart } from '../cards/store.ts';
import { type BridgeContext, liveDayOf } from '../context.ts';
import { pathId } from '../path-id.ts';
import { partAnswer } from './part-answer.ts';

/** Parts with their offers. */
export function partRoutes(context: BridgeContext): FastifyPluginAsyncTypebox {
  const { shown } = context;
  return async (app) => {
    tellAge(app, shown);
    app.get(
      '/parts/:id',
      {
        config: { permission: 'anyone' },
        schema: {
          tags: ['parts'],
          summary: 'A part with all its offers: those in stock first, then by price',
          params: Type.Object({ id: Type.String() }),
          response: { 200: PartAnswer, 404: ErrorAnswer },
        },
      },
      async ({ params }) => {
        const id = pathId(params.id, 'part');
        const part = partAnswer(id, await byPart(shown.read, id), liveDayOf(context));
        if (!part) throw notFound('part not found');
        return part;
      },
    );
  };
}
