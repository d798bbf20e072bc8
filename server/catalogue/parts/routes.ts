// Public routes of product pages: positions by id or address, parts (all offers of one article and maker), and product
// photos.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { PartAnswer } from '../../../contract/catalogue/parts.ts';
import { Position } from '../../../contract/catalogue/positions.ts';
import { bodyWithFile } from '../../../contract/fields/field.ts';
import * as limits from '../../../contract/limits.ts';
import { withThumbnails } from '../../platform/files/picture.ts';
import { sendPicture, withPicturePlace } from '../../platform/http/picture-upload.ts';
import { badRequest, notFound } from '../../platform/http/request.ts';
import { oneFile, oneFileUpTo, withForm } from '../../platform/http/upload.ts';
import { addAgeHeader, pathId } from '../context/answers.ts';
import { type CatalogueContext, liveDayOf } from '../context/context.ts';
import { type PositionRow, positionAnswer } from '../context/position.ts';
import { crossesOfPart, partAnswer } from './part-answer.ts';
import { replacePhoto } from './photo.ts';
import * as visiblePositions from './visible-positions.ts';

/** Cards of positions, and the flat list that sitemap generators read. */
export function cardRoutes(context: CatalogueContext): FastifyPluginAsyncTypebox {
  const { shown } = context;

  function answer(row: PositionRow | null): Position {
    if (!row) throw notFound('card not found');
    return positionAnswer(row, liveDayOf(context));
  }

  return async (app) => {
    addAgeHeader(app, shown);
    app.get(
      '/card/:id',
      {
        config: { permission: 'anyone' },
        schema: { params: Type.Object({ id: Type.String() }), response: { 200: Position } },
      },
      async ({ params }) => answer(await visiblePositions.visiblePosition(shown.read, pathId(params.id, 'card'))),
    );

    app.get(
      '/card/product/:alias',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'A position by its alias; under an old alias it answers with the present one',
          params: Type.Object({ alias: Type.String() }),
          response: { 200: Position },
        },
      },
      async ({ params }) => answer(await visiblePositions.positionByAlias(shown.read, params.alias)),
    );

    app.get(
      '/card',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'Positions, newest first; pages by `last` (the last id seen) or by `offset`',
          querystring: Type.Object({
            limit: Type.Optional(Type.String()),
            offset: Type.Optional(Type.String()),
            last: Type.Optional(Type.String()),
          }),
          response: { 200: Type.Array(Position) },
        },
      },
      async ({ query }) => {
        const limit = whole(query.limit) ?? limits.SEARCH_PAGE_DEFAULT;
        const offset = whole(query.offset) ?? 0;
        if (offset > limits.SEARCH_OFFSET_MAX) throw badRequest(`offset is over ${limits.SEARCH_OFFSET_MAX}, use last`);
        const liveDay = liveDayOf(context);
        const slice = {
          limit: Math.min(Math.max(limit, 1), limits.CARD_LIST_MAX),
          offset: Math.max(offset, 0),
          last: Math.max(whole(query.last) ?? 0, 0),
        };
        return (await visiblePositions.listNewest(shown.read, slice)).map((row) => positionAnswer(row, liveDay));
      },
    );

    app.get(
      '/card/all/count',
      { config: { permission: 'anyone' }, schema: { response: { 200: Type.Object({ count: Type.Integer() }) } } },
      async () => ({ count: await visiblePositions.countVisible(shown.read) }),
    );
  };
}

/** A whole number of a query; undefined when absent or unreadable. */
function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

export function partRoutes(context: CatalogueContext): FastifyPluginAsyncTypebox {
  const { shown } = context;

  /** Throws 404 for a part that visitors see nothing of. */
  async function answerOf(id: number | null, position?: number): Promise<PartAnswer> {
    const liveDay = liveDayOf(context);
    const part = id === null ? null : partAnswer(id, await visiblePositions.positionsOfPart(shown.read, id), liveDay);
    if (!part) throw notFound('part not found');
    const crosses = await crossesOfPart(shown.read, part.id, liveDay);
    return { ...part, crosses, reading: await visiblePositions.titleReading(shown.read, part.id, position) };
  }

  return async (app) => {
    addAgeHeader(app, shown);
    app.get(
      '/parts/:id',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'A part with all its offers, those in stock first, then by price, and what replaces it',
          params: Type.Object({ id: Type.String() }),
          response: { 200: PartAnswer },
        },
      },
      ({ params }) => answerOf(pathId(params.id, 'part')),
    );

    app.get(
      '/card/:id/part',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'The part that a position is an offer of, with all its offers and what replaces it',
          params: Type.Object({ id: Type.String() }),
          response: { 200: PartAnswer },
        },
      },
      async ({ params }) => {
        const id = pathId(params.id, 'card');
        return answerOf(await visiblePositions.partIdOf(shown.read, id), id);
      },
    );
  };
}

export function photoRoutes(context: CatalogueContext): FastifyPluginAsyncTypebox {
  const { database, photos, incomingFolder } = context;
  const small = withThumbnails(photos);
  const missing = () => notFound('card not found');

  return async (app) => {
    app.patch(
      '/card/:id/photo',
      {
        config: { permission: 'admin', files: oneFileUpTo(limits.IMAGE_FILE_MAX), bodySchema: bodyWithFile('photo') },
        schema: {
          summary: 'Replaces the photo of a position: one file in the multipart field `photo`',
          params: Type.Object({ id: Type.String() }),
          response: { 200: Position },
        },
      },
      async (request) => {
        const id = pathId(request.params.id, 'card');
        if (!(await visiblePositions.visiblePosition(database.read, id))) throw missing();
        await withPicturePlace(request, async (gone) => {
          const isThere = await withForm(request, { folder: incomingFolder }, (form) =>
            replacePhoto(context, id, oneFile(form, 'photo'), gone),
          );
          if (!isThere) throw missing();
        });
        const row = await visiblePositions.visiblePosition(database.read, id);
        if (!row) throw missing();
        return positionAnswer(row, liveDayOf(context));
      },
    );

    app.get(
      '/card/photo/:fileName',
      {
        config: { permission: 'anyone' },
        schema: {
          summary:
            'A photo; before the extension the one of double width has `@2x`, small ones `@` and their width: `@56w`, `@112w`, `@168w`',
          params: Type.Object({ fileName: Type.String() }),
        },
      },
      (request, reply) => sendPicture(request, reply, small, request.params.fileName),
    );
  };
}
