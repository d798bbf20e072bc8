import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { Position } from '../../../contract/catalogue/positions.ts';
import { IMAGE_FILE_MAX, PHOTO_WIDTH } from '../../../contract/limits.ts';
import { withThumbnails } from '../../platform/files/thumbnails.ts';
import { encodeReceivedPicture, sendPicture, withPicturePlace } from '../../platform/http/picture-upload.ts';
import { notFound } from '../../platform/http/request.ts';
import { oneFile, oneFileUpTo, type ReceivedFile, withForm, withPlacedFiles } from '../../platform/http/upload.ts';
import { pathId } from '../context/answers.ts';
import { type CatalogueContext, liveDayOf } from '../context/context.ts';
import { positionAnswer } from '../context/position.ts';
import { setPhoto, visiblePosition } from './visible-positions.ts';

/** Photos of positions: shown to anyone, replaced by administrators. */
export function photoRoutes(context: CatalogueContext): FastifyPluginAsyncTypebox {
  const { database, photos, incomingFolder } = context;
  const small = withThumbnails(photos);
  const missing = () => notFound('card not found');

  return async (app) => {
    app.patch(
      '/card/:id/photo',
      {
        config: { permission: 'admin', files: oneFileUpTo(IMAGE_FILE_MAX) },
        schema: {
          summary: 'Replaces the photo of a position: one file in the multipart field `photo`',
          params: Type.Object({ id: Type.String() }),
          response: { 200: Position },
        },
      },
      async (request) => {
        const id = pathId(request.params.id, 'card');
        if (!(await visiblePosition(database.read, id))) throw missing();
        await withPicturePlace(request, async (gone) => {
          const isThere = await withForm(request, { folder: incomingFolder }, (form) =>
            replacePhoto(context, id, oneFile(form, 'photo'), gone),
          );
          if (!isThere) throw missing();
        });
        const row = await visiblePosition(database.read, id);
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

/**
 * Makes a received file the photo of a position: the new files are complete before the row names them, and the old
 * ones go after the commit. False when there is no such position; throws 400 on what is no readable picture.
 */
export async function replacePhoto(
  context: CatalogueContext,
  id: number,
  file: ReceivedFile,
  gone?: AbortSignal,
): Promise<boolean> {
  const { database, photos, clock, log } = context;
  const { single, doubled } = await encodeReceivedPicture(file, { width: PHOTO_WIDTH }, gone);
  const name = await photos.put('webp', single, doubled);
  const before = await withPlacedFiles(
    database,
    () => setPhoto(database, id, name, clock()),
    () => photos.remove(name),
  );
  const left = before === undefined ? name : before;
  if (left) {
    await photos.remove(left).catch((error) => log.warn({ err: error, name: left }, 'photo not removed'));
  }
  return before !== undefined;
}
