import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/common.ts';
import { PartAnswer } from '../../../contract/parts.ts';
import { notFound } from '../../http/errors.ts';
import { tellAge } from '../age.ts';
import { byPart, partOf } from '../cards/store.ts';
import { type BridgeContext, liveDayOf } from '../context.ts';
import { crossesOfPart } from '../crosses/part-crosses.ts';
import { pathId } from '../path-id.ts';
import { partAnswer } from './part-answer.ts';

/** Parts with their offers. */
export function partRoutes(context: BridgeContext): FastifyPluginAsyncTypebox {
  const { shown } = context;

  /** Throws 404 for a part that visitors see nothing of. */
  async function answerOf(id: number | null): Promise<PartAnswer> {
    const liveDay = liveDayOf(context);
    const part = id === null ? null : partAnswer(id, await byPart(shown.read, id), liveDay);
    if (!part) throw notFound('part not found');
    return { ...part, crosses: await crossesOfPart(shown.read, part.id, liveDay) };
  }

  return async (app) => {
    tellAge(app, shown);
    app.get(
      '/parts/:id',
      {
        config: { permission: 'anyone' },
        schema: {
          tags: ['parts'],
          summary: 'A part with all its offers, those in stock first, then by price, and what replaces it',
          params: Type.Object({ id: Type.String() }),
          response: { 200: PartAnswer, 404: ErrorAnswer },
        },
      },
      ({ params }) => answerOf(pathId(params.id, 'part')),
    );

    app.get(
      '/card/:id/part',
      {
        config: { permission: 'anyone' },
        schema: {
          tags: ['parts'],
          summary: 'The part that a position is an offer of, with all its offers and what replaces it',
          params: Type.Object({ id: Type.String() }),
          response: { 200: PartAnswer, 404: ErrorAnswer },
        },
      },
      async ({ params }) => answerOf(await partOf(shown.read, pathId(params.id, 'card'))),
    );
  };
}
