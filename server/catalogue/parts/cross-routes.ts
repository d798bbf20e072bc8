import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { CrossUploadAnswer, SaidCrosses } from '../../../contract/catalogue/crosses.ts';
import { CROSS_FORM } from '../../../contract/catalogue/forms.ts';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { badRequest, notFound, readForm } from '../../platform/http/request.ts';
import { oneFileUpTo } from '../../platform/http/upload.ts';
import { pathId } from '../context/answers.ts';
import { type CatalogueContext, editorOf } from '../context/context.ts';
import { addReplacements, crossesOf, listCrosses, removeCross } from './cross-store.ts';
import { isOfItself, replacementsOf } from './replacements.ts';
import { partIdOf, partKeyOf, visiblePosition } from './visible-positions.ts';

/** What replaces what, for administrators: by hand, and from files. */
export function crossRoutes(
  context: CatalogueContext,
  takeCrossFile: (request: FastifyRequest) => Promise<CrossUploadAnswer>,
): FastifyPluginAsyncTypebox {
  const { database, clock } = context;
  return async (app) => {
    app.get(
      '/crosses',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'What was said of the part of a position, in either direction, in the catalogue or not',
          querystring: Type.Object({ positionId: Type.Optional(Type.String()) }),
          response: { 200: SaidCrosses },
        },
      },
      async ({ query }, reply) => {
        const id = pathId(query.positionId ?? '', 'card');
        const position = await visiblePosition(database.read, id);
        const partId = await partIdOf(database.read, id);
        const own = partId === null ? null : await partKeyOf(database.read, partId);
        if (!position || !own) throw notFound('card not found');
        reply.header('cache-control', 'no-store');
        return {
          article: position.article,
          maker: position.manufacturer || null,
          ...listCrosses(await crossesOf(database.read, own.key), own),
        };
      },
    );

    app.post(
      '/crosses',
      {
        config: { permission: 'admin', form: CROSS_FORM },
        schema: {
          summary: 'Says that one article replaces another, or either the other; what counts already stays',
          response: {
            200: Type.Object({ isNew: Type.Boolean({ description: 'False: all of it was said before' }) }),
          },
        },
      },
      async (request) => {
        const { article, maker, crossArticle, crossMaker, way } = readForm(request, CROSS_FORM);
        const own = { article, manufacturer: maker };
        const cross = { article: crossArticle, manufacturer: crossMaker };
        if (isOfItself(own, cross)) throw badRequest('cross of itself');
        const said = replacementsOf(way, own, cross);
        if (said.some(({ article_key }) => article_key === '')) throw badRequest('invalid article');
        return { isNew: await addReplacements(database, said, editorOf(request.caller), clock()) };
      },
    );

    app.delete(
      '/crosses/:id',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Takes a cross away, in both directions',
          params: Type.Object({ id: Type.String() }),
          response: { 204: Type.Null() },
        },
      },
      async ({ params }, reply) => {
        if (!(await removeCross(database, pathId(params.id, 'cross')))) throw notFound('cross not found');
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/crosses/upload',
      {
        config: { permission: 'admin', files: oneFileUpTo(PRICE_FILE_MAX) },
        schema: {
          summary:
            'Takes the crosses of a sheet: multipart with the file in `file`, or `fileId` of a guess, and `sheet`, `startRow`, `way` and the columns `article`, `maker`, `cross`, `crossMaker`. With `dryRun=1` it only says what it would do',
          response: { 200: CrossUploadAnswer },
        },
      },
      takeCrossFile,
    );
  };
}
